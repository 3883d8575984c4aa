import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { OwnTransfers } from './own-transfers.tsx'
import { erc20TransferList } from './transfer-list.ts'

/** ERC20 transfers that filters let through, as far as they were searched. */
const FoundErc20Transfers = listView(erc20TransferList, fromEvmExplorer('/evm/erc20-transfers').pages, {
  Table: OwnTransfers,
})

export default FoundErc20Transfers
