'use client'

import type { ComponentProps } from 'react'
import { type TransferList, useTransferTable } from '#components/evm/transfer-list.tsx'
import { transferDealing } from './dealing-of.ts'
import { FoldedTable } from './folded-table.tsx'

/** A wallet's token transfers; what imitates, is empty or is spam is folded. */
export const FoldedTransferList = ({ children, ...props }: ComponentProps<typeof TransferList>) => (
  <>
    <FoldedTable {...useTransferTable(props)} wallet={props.wallet ?? ''} dealingOf={transferDealing} noun="transfer" />
    {children}
  </>
)
