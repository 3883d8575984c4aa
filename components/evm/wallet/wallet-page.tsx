import { FaultState } from '#components/chain/fault-state.tsx'
import { boundFields, FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { walletSentence } from '#components/evm/parts/page-sentences.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { methodNames } from '#components/evm/parts/transactions/method-names.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { minuteOf } from '#components/kit/said.ts'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { boundNames, withFilters } from '#lib/format/filters.ts'
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
    const input = { chain, address, ...filters, ...part(pageSize) }
    return {
      transactions: evmCall('walletTransactions', input),
      decoded: evmCall('walletTransactionsVerbose', input),
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
  body: async ({ state, chain, address, filters, path, questions, answers }) => {
    const [{ data, fault }, decoded] = await Promise.all([answers.transactions, answers.decoded])
    const isFiltered = Object.keys(filters).length > 0
    return (
      <Panel aria-label="Transactions">
        <FilterForm
          action={path}
          fields={boundFields}
          values={filters}
          faults={fault?.details}
          aside={
            <>
              {!fault && state.source === 'index' && !isFiltered && <LiveSwitch />}
              <ListTools title="Transactions" call={questions.transactions} hasFailed={fault !== undefined} />
            </>
          }
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <>
            <TwinNotice chain={chain} wallet={address} rows={data.result} />
            <WalletTransactions
              key={withFilters(path, filters)}
              state={state}
              address={address}
              bounds={filters}
              pageSize={pageSize}
              first={firstPage(transactionList, data)}
              methods={decoded.data && methodNames(decoded.data.result)}
            >
              <NothingListed
                state={state}
                noun="transactions"
                isFiltered={isFiltered}
                certain="This wallet has no transactions."
              />
            </WalletTransactions>
          </>
        )}
      </Panel>
    )
  },
})
