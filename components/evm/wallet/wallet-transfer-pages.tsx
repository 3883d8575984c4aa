'use client'

import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import type { TransferView } from '#components/evm/parts/transfers/transfer-columns.tsx'
import { transferDealing } from '#components/evm/parts/transfers/transfer-dealing.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20TransferList, nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import type { ListTableProps } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'

/** A wallet's token transfers: imitations, empty transfers and spam are folded. */
const FoldedTransfers = <Item,>(props: ListTableProps<Item, TransferLine, TransferView>) => (
  <FoldedTable {...props} wallet={props.view.wallet ?? ''} dealingOf={transferDealing} noun="transfer" />
)

const { pages } = evmQueries

export const WalletErc20Transfers = listView(erc20TransferList, pages.erc20Transfers, { Table: FoldedTransfers })
export const WalletNftTransfers = listView(nftTransferList, pages.walletNftTransfers, { Table: FoldedTransfers })
