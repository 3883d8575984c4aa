import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmErc20Transfers } from '#lib/evm/api/explorer-routes/transfers.ts'
import { OwnTransfers } from './own-transfers.tsx'
import { erc20TransferList } from './transfer-list.ts'

/** ERC20 transfers that filters let through, as far as they were searched. */
const FoundErc20Transfers = listView(erc20TransferList, fromEvmExplorer({ evmErc20Transfers }).pages, {
  Table: OwnTransfers,
})

export default FoundErc20Transfers
