import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import {
  transactionFields,
  transactionInput,
  transactionNames,
} from '#components/evm/parts/transactions/transaction-filters.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { transactionListEndpoints } from '#lib/evm/transaction/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { Transactions } from './transactions.tsx'

const pageSize = 50

/** The transactions of a chain. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.transactions,
  kind: 'Transactions',
  filters: transactionNames,
  params: chainParams,
  questions: ({ state, chain, filters, part }) => ({
    transactions: callTo(transactionListEndpoints.evmTransactions, {
      chain,
      ...transactionInput(filters, state),
      ...part(pageSize),
    }),
  }),
  list: ['transactions'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Transactions on ${place}, newest first.`,
  }),
  body: (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    return (
      <>
        <ChainListTitle state={state} kind="Transactions" />
        <EvmListPanel
          page={page}
          title="Transactions"
          noun="transactions"
          certain="This chain has no transactions yet."
          fields={state.source === 'hosted' ? undefined : transactionFields(state)}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={(found) => <SearchedBlocks found={found} />}
          question={questions.transactions}
          answer={answers.transactions}
          list={transactionList}
          List={Transactions}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
