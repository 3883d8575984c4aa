import { Suspense } from 'react'
import { boundFields } from '#components/chain/filter-form.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { walletSentence } from '#components/evm/parts/page-sentences.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf } from '#components/kit/short-text.ts'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { boundNames } from '#lib/format/filters.ts'
import { HoldingsPanel, HoldingsSkeleton } from './holdings/holdings-panel.tsx'
import { holdingsQuestions } from './holdings/holdings-questions.ts'
import { TwinNotice } from './twin-notice.tsx'
import { walletOf } from './wallet-of.ts'
import { frameQuestions } from './wallet-questions.ts'
import { WalletTransactions } from './wallet-transactions.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.wallet,
  kind: 'Wallet',
  filters: boundNames,
  place: addressPlace,
  questions: ({ state, chain, address, filters, part }) => {
    const input = { chain, address, ...filters, ...part(pageSize), names: true }
    return {
      transactions: evmCall('walletTransactions', input),
      ...holdingsQuestions(state, address),
      ...frameQuestions(state, address),
    }
  },
  list: ['transactions'],
  late: { withinMs: 300, summary: ({ address }) => `Transactions of the wallet ${address}.` },
  about: async ({ ask, state, address }) => {
    const wallet = await walletOf(ask, state, address)
    const { label, transactions, newest } = wallet
    return {
      title: address,
      place: state.title,
      summary: walletSentence(state, wallet),
      facts: [
        ...(label ? [['Name', label] as const] : []),
        [
          state.index_complete ? 'Transactions' : 'Indexed transactions',
          transactions === null ? 'not counted' : groupedNumber(transactions),
        ],
        ...(newest ? [['Latest', minuteOf(newest)] as const] : []),
      ],
    }
  },
  body: async (page) => {
    const { state, chain, address, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    const { holdings, approvals, oldest } = questions
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<HoldingsSkeleton />}>
          <HoldingsPanel
            state={state}
            address={address}
            questions={{ holdings, approvals, oldest }}
            answers={answers}
          />
        </Suspense>
        <EvmListPanel
          page={page}
          title="Transactions"
          noun="transactions"
          certain="This wallet has no transactions."
          fields={boundFields}
          aside={() => isLive && <LiveSwitch />}
          notice={({ result }) => <TwinNotice chain={chain} wallet={address} rows={result} />}
          question={questions.transactions}
          answer={answers.transactions}
          list={transactionList}
          List={WalletTransactions}
          view={{ state }}
        />
      </div>
    )
  },
})
