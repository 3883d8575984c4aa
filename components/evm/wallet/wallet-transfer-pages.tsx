'use client'

import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { TransferView } from '#components/evm/parts/transfers/transfer-columns.tsx'
import { transferDealing } from '#components/evm/parts/transfers/transfer-dealing.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20TransferList, nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import type { ListTableProps } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { erc20Transfers } from '#lib/evm/contract/interface/routes/erc20.ts'
import { walletNftTransfers } from '#lib/evm/contract/interface/routes/nfts.ts'

/** A wallet's token transfers: imitations, empty transfers and spam are folded. */
const FoldedTransfers = <Item,>(props: ListTableProps<Item, TransferLine, TransferView>) => (
  <FoldedTable {...props} wallet={props.view.wallet ?? ''} dealingOf={transferDealing} noun="transfer" />
)

export const WalletErc20Transfers = listView(erc20TransferList, fromEvm({ erc20Transfers }).pages, {
  Table: FoldedTransfers,
})
export const WalletNftTransfers = listView(nftTransferList, fromEvm({ walletNftTransfers }).pages, {
  Table: FoldedTransfers,
})
