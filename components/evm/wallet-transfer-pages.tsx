'use client'

import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import type { ListTableProps } from '#components/kit/list-table.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { FoldedTable } from './alike/folded-table.tsx'
import { transferDealing } from './alike/transfer-dealing.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'
import { erc20TransferList, nftTransferList } from './transfer-lists.ts'

/** A wallet's token transfers: imitations, empty transfers and spam are folded. */
const FoldedTransfers = <Item,>(props: ListTableProps<Item, TransferLine, TransferView>) => (
  <FoldedTable {...props} wallet={props.view.wallet ?? ''} dealingOf={transferDealing} noun="transfer" />
)

const { pages } = evmQueries

export const WalletErc20Transfers = listView(erc20TransferList, pages.erc20Transfers, { Table: FoldedTransfers })
export const WalletNftTransfers = listView(nftTransferList, pages.walletNftTransfers, { Table: FoldedTransfers })
