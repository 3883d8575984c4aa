import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { listView } from '#components/kit/list-view.tsx'

/** The transactions of a wallet that its filters let through, as far as they were searched. */
const FoundTransactions = listView(transactionList, fromEvmExplorer('/evm/transactions').pages)

export default FoundTransactions
