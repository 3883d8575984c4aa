import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/about-transaction.ts'
import { MissingAbisNote } from '#components/evm/frames/transaction/missing-abis-note.tsx'
import { movementOf } from '#components/evm/frames/transaction/movement-of.ts'
import { SenderNeighbours } from '#components/evm/frames/transaction/sender-neighbours.tsx'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { transactionPlace } from '#components/evm/parts/places.ts'
import { readKnown } from '#components/evm/parts/values/known-addresses.ts'
import { ChangeTable, changesNote } from '#components/evm/transaction/moves/change-table.tsx'
import { CallPanel } from '#components/evm/transaction/parts/call-panel.tsx'
import { addressesInCall } from '#components/evm/transaction/parts/nested-calls.tsx'
import { SentenceLine } from '#components/evm/transaction/parts/sentence-line.tsx'
import { FeeFacts, FeeFactsSkeleton } from '#components/evm/transaction/sent/fee-facts.tsx'
import { SentParts } from '#components/evm/transaction/sent/sent-parts.tsx'
import { mayBundle, UserOperations, userOperationsCall } from '#components/evm/transaction/sent/user-operations.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { tokenMoves } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { Question } from '#lib/pages/question.ts'
import { FailureReason } from './failure-reason.tsx'
import { aboutPending } from './pending/about-pending.ts'
import { transactionQuestions } from './pending/pending-question.ts'
import { Pending } from './pending/pending-view.tsx'
import { TransactionFacts } from './transaction-facts.tsx'

/** Addresses on the first page of a transaction. */
const changesMax = 5

const sentCall = (chain: string, hash: string) =>
  evmExplorerCall('evmSentTransaction', { chain, transaction_hash: hash })

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.transaction,
  kind: 'Transaction',
  place: transactionPlace,
  NotFound: TransactionNotFound,
  questions: ({ ask, state, hash }) => transactionQuestions(ask, state, hash),
  later: async ({ state, chain, hash }, { transaction }): Promise<readonly Question[]> => {
    const data = (await transaction)?.data
    if (!data || state.source === 'hosted') return []
    return [sentCall(chain, hash), ...(mayBundle(data) ? [userOperationsCall(chain, hash)] : [])]
  },
  about: (page, { transaction, pending }) =>
    transaction ? aboutTransaction(page, transaction) : aboutPending(page, pending),
  body: async ({ ask, state, chain, path, questions, answers }) => {
    const call = questions.transaction
    if (!call || !answers.transaction)
      return <Pending state={state} call={questions.pending} answer={answers.pending} />
    const { data, fault, headers } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    const [movement, known] = await Promise.all([
      movementOf(ask, state, data),
      readKnown(ask, state, addressesInCall(data)),
    ])
    const isOwn = state.source !== 'hosted'
    const sent = sentCall(chain, data.hash)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel aria-label="Summary" className="flex items-start justify-between gap-3 px-4 py-3">
          <SentenceLine state={state} path={path} sentence={transactionSentence(data, movement)} known={movement} />
          <SourceLink title="Summary" call={call} />
        </Panel>
        {tokenMoves(movement.moves).length > 0 && movement.counts === undefined && (
          <Panel title="Net changes" aside={changesNote(movement, state)}>
            <ChangeTable
              state={state}
              movement={movement}
              first={data.from_address}
              addressesMax={changesMax}
              more={
                <Link
                  href={evmTabPaths.transactionTransfers({ chain, hash: data.hash })}
                  className="text-accent hover:underline"
                >
                  all transfers
                </Link>
              }
            />
          </Panel>
        )}
        <Panel aria-label="Overview">
          <TransactionFacts
            state={state}
            transaction={data}
            fee={
              isOwn && (
                <Suspense fallback={<FeeFactsSkeleton />}>
                  <FeeFacts state={state} answer={ask(sent)} />
                </Suspense>
              )
            }
            besides={
              isOwn && (
                <Suspense>
                  <SenderNeighbours ask={ask} chain={chain} transaction={data} />
                </Suspense>
              )
            }
            reason={
              statusOf(data) === 'failed' && (
                <Suspense>
                  <FailureReason ask={ask} chain={chain} transaction={data} />
                </Suspense>
              )
            }
          />
          <SourceFoot title="Overview" call={call} />
        </Panel>
        {isOwn && mayBundle(data) && (
          <Suspense>
            <UserOperations ask={ask} state={state} hash={data.hash} />
          </Suspense>
        )}
        <MissingAbisNote headers={headers} />
        <CallPanel state={state} transaction={data} known={known} call={call} />
        {isOwn && (
          <Suspense>
            <SentParts ask={ask} state={state} call={sent} answer={ask(sent)} />
          </Suspense>
        )}
      </div>
    )
  },
})
