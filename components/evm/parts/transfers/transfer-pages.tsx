'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { ListTable } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { nftTransferList } from './nft-transfer-list.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'
import { erc20TransferList } from './transfer-list.ts'
import { erc20ApprovalList, erc20BurnList, transactionTransferList } from './transfer-lists.ts'

export const Erc20Transfers = listView(erc20TransferList, fromEvm('/api/v2/erc20/transfers').pages)
export const Erc20Approvals = listView(erc20ApprovalList, fromEvm('/api/v2/erc20/approvals').pages)
export const Erc20Burns = listView(erc20BurnList, fromEvm('/api/v2/erc20/burns').pages)
export const BlockNftTransfers = listView(
  nftTransferList,
  fromEvm('/api/v2/block/:block_number_or_hash/nft/transfers').pages,
)

/** A part of the token transfers of one transaction. */
export const TransactionTransfers = (props: { rows: readonly TransferLine[]; view: TransferView }) => (
  <ListTable list={transactionTransferList} {...props} />
)
