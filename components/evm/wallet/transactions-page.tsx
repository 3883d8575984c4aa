import { boundFields } from '#components/chain/filter-form.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { boundNames } from '#lib/format/filters.ts'
import { aboutTab } from './about-tab.ts'
import { TwinNotice } from './twin-notice.tsx'
import { frameQuestions } from './wallet-questions.ts'
import { WalletTransactions } from './wallet-transactions.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletTransactions,
  kind: 'Transactions',
  of: 'Address',
  filters: boundNames,
  place: addressPlace,
  questions: ({ state, chain, address, filters, part }) => ({
    transactions: evmCall('walletTransactions', { chain, address, ...filters, ...part(pageSize), names: true }),
    ...frameQuestions(state, address),
  }),
  list: ['transactions'],
  about: (page) => aboutTab('Transactions', page),
  body: (page) => {
    const { state, chain, address, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    return (
      <EvmListPanel
        page={page}
        title="Transactions"
        noun="transactions"
        certain="This address has no transactions."
        fields={boundFields}
        aside={() => isLive && <LiveSwitch />}
        notice={({ result }) => <TwinNotice chain={chain} wallet={address} rows={result} />}
        question={questions.transactions}
        answer={answers.transactions}
        list={transactionList}
        List={WalletTransactions}
        view={{ state }}
      />
    )
  },
})
