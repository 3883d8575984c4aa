'use client'

import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import { ListTable } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'
import {
  erc20ApprovalList,
  erc20BurnList,
  erc20TransferList,
  nftTransferList,
  transactionTransferList,
} from './transfer-lists.ts'

const { pages } = evmQueries

export const Erc20Transfers = listView(erc20TransferList, pages.erc20Transfers)
export const Erc20Approvals = listView(erc20ApprovalList, pages.erc20Approvals)
export const Erc20Burns = listView(erc20BurnList, pages.erc20Burns)
export const BlockNftTransfers = listView(nftTransferList, pages.blockNftTransfers)

/** A part of the token transfers of one transaction. */
export const TransactionTransfers = (props: { rows: readonly TransferLine[]; view: TransferView }) => (
  <ListTable list={transactionTransferList} {...props} />
)
