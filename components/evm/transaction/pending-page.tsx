import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { pendingListEndpoints } from '#lib/evm/transaction/pending-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { pendingList } from './pending-list.tsx'
import { PendingTransactions } from './pending-transactions.tsx'

const pageSize = 50

/** The transactions of a chain that wait for a block, as its node tells. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.pending,
  kind: 'Pending transactions',
  params: chainParams,
  questions: ({ chain, part }) => ({
    pending: callTo(pendingListEndpoints.evmPendingTransactions, { chain, ...part(pageSize) }),
  }),
  list: ['pending'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Transactions on ${place} that wait for a block, highest fee first.`,
  }),
  body: ({ state, chain, questions, answers }) => (
    <>
      <ChainListTitle state={state} kind="Pending transactions" />
      <ListPanel
        title="Pending transactions"
        question={questions.pending}
        answer={answers.pending}
        list={pendingList}
        List={PendingTransactions}
        isGrowing
        view={{ chain, symbol: state.symbol, decimals: state.decimals }}
        nothing={
          <EmptyState title="No pending transactions">The node knows no transaction that waits for a block.</EmptyState>
        }
      />
    </>
  ),
})
