import { FaultState } from '#components/chain/fault-state.tsx'
import { boundFields, FilterForm } from '#components/chain/filter-form.tsx'
import { TwinNotice } from '#components/evm/alike/twin-notice.tsx'
import { methodNames } from '#components/evm/method-names.ts'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { walletSentence } from '#components/evm/page-sentences.ts'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { transactionList } from '#components/evm/transaction-list.ts'
import { walletOf } from '#components/evm/wallet-of.ts'
import { WalletTransactions } from '#components/evm/wallet-transactions.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { minuteOf } from '#components/kit/said.ts'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { boundNames, withFilters } from '#lib/format/filters.ts'
import { frameQuestions } from './wallet-questions.ts'

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
