import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { nftTransferList } from './nft-transfer-list.ts'
import { OwnTransfers } from './own-transfers.tsx'

/** NFT transfers that filters let through, as far as they were searched. */
const FoundNftTransfers = listView(nftTransferList, fromEvmExplorer('/evm/nft-transfers').pages, {
  Table: OwnTransfers,
})

export default FoundNftTransfers
