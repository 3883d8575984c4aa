import { ChainListTitle } from '#components/evm/chain/chain-list-title.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { chainPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { evmListPaths } from '#lib/evm/contract/list-paths.ts'
import { counted } from '#lib/format/amount.ts'
import { pendingList } from './pending-list.tsx'
import { PendingTransactions } from './pending-transactions.tsx'

const pageSize = 50

/** The transactions of a chain that wait for a block, as its node tells. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.pending,
  kind: 'Pending transactions',
  place: chainPlace,
  questions: ({ chain, part }) => ({
    pending: evmExplorerCall('evmPendingTransactions', { chain, ...part(pageSize) }),
  }),
  list: ['pending'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Transactions on ${place} that wait for a block, those that pay the most first.`,
  }),
  body: ({ state, chain, questions, answers }) => (
    <>
      <ChainListTitle state={state} kind="Pending transactions" />
      <ListPanel
        title="Pending transactions"
        notice={(found) => <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{sentenceOf(found)}</p>}
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

type Found = Output<EvmExplorerApi['evmPendingTransactions']>

/** What the list covers. */
const sentenceOf = ({ source, pending_count, queued_count }: Found): string =>
  [
    source === 'pool'
      ? `${counted(pending_count ?? 0, 'transaction')} in the pool of the node, those that pay the most first.`
      : 'Only the transactions of the block that the node would build next.',
    source === 'next_block' && pending_count !== null && `Its pool has ${counted(pending_count, 'transaction')}.`,
    queued_count !== null &&
      queued_count > 0 &&
      `${counted(queued_count, 'more transaction')} ${queued_count === 1 ? 'waits' : 'wait'} for a lower nonce.`,
  ]
    .filter(Boolean)
    .join(' ')
