'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { ListTable } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { erc20Approvals, erc20Burns, erc20Transfers } from '#lib/evm/api/interface-routes/erc20.ts'
import { blockNftTransfers } from '#lib/evm/api/interface-routes/nfts.ts'
import { nftTransferList } from './nft-transfer-list.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'
import { erc20TransferList } from './transfer-list.ts'
import { erc20ApprovalList, erc20BurnList, transactionTransferList } from './transfer-lists.ts'

export const Erc20Transfers = listView(erc20TransferList, fromEvm({ erc20Transfers }).pages)
export const Erc20Approvals = listView(erc20ApprovalList, fromEvm({ erc20Approvals }).pages)
export const Erc20Burns = listView(erc20BurnList, fromEvm({ erc20Burns }).pages)
export const BlockNftTransfers = listView(nftTransferList, fromEvm({ blockNftTransfers }).pages)

/** A part of the token transfers of one transaction. */
export const TransactionTransfers = (props: { rows: readonly TransferLine[]; view: TransferView }) => (
  <ListTable list={transactionTransferList} {...props} />
)
