'use client'

import type { ComponentProps } from 'react'
import { type TransferList, useTransferTable } from '#components/evm/transfer-list.tsx'
import { FoldedTable } from './folded-table.tsx'
import { transferDealing } from './transfer-dealing.ts'

/** A wallet's token transfers; what imitates, is empty or is spam is folded. */
export const FoldedTransferList = ({ children, ...props }: ComponentProps<typeof TransferList>) => (
  <>
    <FoldedTable {...useTransferTable(props)} wallet={props.wallet ?? ''} dealingOf={transferDealing} noun="transfer" />
    {children}
  </>
)
