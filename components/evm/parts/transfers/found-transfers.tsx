import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmErc20Transfers, evmNftTransfers } from '#lib/evm/contract/explorer/routes/transfers.ts'
import { OwnTransfers } from './own-transfers.tsx'
import { erc20TransferList, nftTransferList } from './transfer-lists.ts'

/** Transfers that filters let through, as far as they were searched. */
export const Erc20 = listView(erc20TransferList, fromEvmExplorer({ evmErc20Transfers }).pages, { Table: OwnTransfers })
export const Nfts = listView(nftTransferList, fromEvmExplorer({ evmNftTransfers }).pages, { Table: OwnTransfers })
