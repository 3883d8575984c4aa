import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { MissingAbisNote } from '#components/evm/frames/transaction/missing-abis-note.tsx'
import { aboutTransaction, movementOf } from '#components/evm/frames/transaction/movement-of.ts'
import { revertReason } from '#components/evm/frames/transaction/revert-reason.ts'
import { SenderNeighbours } from '#components/evm/frames/transaction/sender-neighbours.tsx'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { reasonText } from '#components/evm/parts/calls/named-text.ts'
import { coinPriceCall } from '#components/evm/parts/coin-price.ts'
import { transactionParams } from '#components/evm/parts/params.ts'
import { readKnown } from '#components/evm/parts/values/known-addresses.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { panicMeaning } from '#lib/evm/api/format/panic-meaning.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { sentEndpoints } from '#lib/evm/origin/contract.ts'
import { tokenMoves } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { callTreeEndpoints } from '#lib/evm/trace/contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import type { EvmPendingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import { pendingEndpoints } from '#lib/evm/transaction/pending-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import { type Answer, type Ask, callTo, type Question } from '#lib/pages/question.ts'
import { addressesInCall, CallPanel } from './call-panel.tsx'
import { ChangeTable, changesNote } from './change-table.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { Pending, pendingText } from './pending-view.tsx'
import { FeeFacts, FeeFactsSkeleton } from './sent/fee-facts.tsx'
import { SentParts } from './sent/sent-parts.tsx'
import { mayBundle, UserOperations, userOperationsCall } from './sent/user-operations.tsx'
import { SentenceLine } from './sentence-line.tsx'
import { TransactionFacts } from './transaction-facts.tsx'

const reasonMax = 300

/**
 * Why a transaction failed: the error that its own call returned, as the call tree decodes it, otherwise the reason of an inner
 * call, otherwise what the receipt shows. Receipts contain no reason.
 */
const FailureReason = async ({
  ask,
  chain,
  transaction: { hash, receipt_gas_used, gas },
}: {
  ask: Ask
  chain: string
  transaction: DecodedTransaction
}) => {
  if (receipt_gas_used === gas) return <span className="text-muted">Out of gas.</span>
  const tree = await ask(callTo(callTreeEndpoints.evmCallTree, { chain, transaction_hash: hash }))
  const root = tree.data?.frames[0]
  const own = root?.reason
  if (own)
    return (
      <span className="wrap-anywhere">
        Reverted: <q>{cutText(ownReason(own), reasonMax)}</q>
        {own.source === 'signatures' && <span className="text-muted"> (guessed name)</span>}
      </span>
    )
  const input = { chain, transaction_hash: hash, include: 'internal_transactions' } as const
  const { data } = await ask({ ...callTo(transactionEndpoints.transaction, input), isWhole: true })
  const reasons = (data?.internal_transactions ?? []).flatMap(({ output }) => revertReason(output) ?? [])
  const reason = reasons.at(-1)
  if (reason === undefined && root && root.output_bytes > 0)
    return <span className="text-muted">Reverted with an error that no known ABI declares.</span>
  if (reason !== undefined)
    return (
      <span>
        An inner call reverted: <q>{reason}</q>
      </span>
    )
  const starved = tree.data?.frames.find(({ error }) => error !== null && outOfGas.test(error))
  if (!starved) return <span className="text-muted">Reverted by the contract without a reason.</span>
  return (
    <Link
      href={`${evmTabPaths.transactionCalls({ chain, hash })}#call-${starved.frame}`}
      className="text-accent hover:underline"
    >
      An inner call ran out of gas (limit {groupedNumber(starved.gas)})
    </Link>
  )
}

/** As geth, Erigon, Reth and anvil ("out of gas", "OutOfGas"), Nethermind ("OutOfGas"), and Besu ("Out of gas") say it. */
const outOfGas = /out\s?of\s?gas/i

const ownReason = (reason: NonNullable<EvmCallTree['frames'][number]['reason']>): string => {
  const [code] = reason.arguments
  return reason.signature === 'Panic(uint256)' && code ? panicMeaning(code.value) : reasonText(reason)
}

/** Metadata of the page of a transaction that is in no block. */
const aboutPending = async (
  { state: { title: place }, hash }: { state: EvmChainState; hash: string },
  answer: Promise<Answer<EvmPendingTransaction>> | undefined,
): Promise<PageSummary> => {
  const data = (await answer)?.data
  return {
    title: hash,
    place,
    summary: data ? pendingText(data) : `The transaction ${shortText(hash)} of ${place}.`,
    facts: data ? [['Status', data.state]] : [],
  }
}

/** Asks for a transaction; for one that is in no block, what became of it. The hosted service has no mempool. */
const transactionQuestions = async (ask: Ask, state: EvmChainState, hash: string) => {
  const { chain, source } = state
  const transaction = await transactionQuestion(ask, chain, hash)
  const { fault } = await ask(transaction)
  return fault?.code === 'not_found' && source !== 'hosted'
    ? {
        pending: callTo(pendingEndpoints.evmPendingTransaction, { chain, transaction_hash: hash }),
        transaction: undefined,
        price: undefined,
      }
    : { pending: undefined, transaction, price: coinPriceCall(state) }
}

/** Addresses on the first page of a transaction. */
const changesMax = 5

const sentCall = (chain: string, hash: string) =>
  callTo(sentEndpoints.evmSentTransaction, { chain, transaction_hash: hash })

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.transaction,
  kind: 'Transaction',
  params: transactionParams,
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
            <FlowPicture state={state} movement={movement} sender={data.from_address} />
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
            price={(await answers.price)?.data?.price}
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
