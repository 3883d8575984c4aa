import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { tracedQuestions } from '#components/evm/frames/transaction/transaction-question.ts'
import { CallTreeView } from '#components/evm/parts/calls/call-tree.tsx'
import { firstFrames } from '#components/evm/parts/calls/first-frames.ts'
import { FlameGraph } from '#components/evm/parts/calls/flame-graph.tsx'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'

const fields = [
  'frame',
  'type',
  'from',
  'to',
  'value',
  'gas',
  'gas_used',
  'selector',
  'call',
  'error',
  'reason',
] as const

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionCalls,
  kind: 'Calls',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  isListed: false,
  questions: tracedQuestions,
  rows: async (_, { calls }) => {
    const { data, fault } = await calls
    // An empty list would mean that the transaction made no calls.
    if (fault) throw new ServiceError(fault.code, fault.message)
    return rowsOf('evmCallTree', data.frames, fields)
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: ({ state, chain, hash, questions, answers }) => (
    <Panel title="Calls" aside={<RecordAside title="Calls" call={questions.calls} />}>
      <Suspense fallback={<Tracing />}>
        <Calls state={state} chain={chain} hash={hash} answer={answers.calls} />
      </Suspense>
    </Panel>
  ),
})

const Calls = async ({
  state: { symbol, decimals },
  chain,
  hash,
  answer,
}: {
  state: EvmChainState
  chain: string
  hash: string
  answer: Promise<Answer<EvmCallTree>>
}) => {
  const { data, fault } = await answer
  if (fault) return <FaultState {...fault} />
  const { frames, frame_count, logs_not_placed, log_placement, method } = data
  const logs = { chain, hash }
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        {groupedNumber(frame_count)} {frame_count === 1 ? 'call' : 'calls'} in execution order, as the node traced them
        with <code className="font-mono text-xs">{method}</code>. Gas includes inner calls.
        {frame_count > frames.length && ` The first ${groupedNumber(frames.length)} are shown.`}
        {log_placement === 'inferred' && logs_not_placed > 0 && (
          <>
            {' '}
            The trace has no logs, and {groupedNumber(logs_not_placed)} cannot be placed among the calls: see{' '}
            <Link href={evmTabPaths.transactionLogs(logs)} className="text-accent underline">
              Logs
            </Link>
            .
          </>
        )}
      </p>
      <FlameGraph frames={frames} />
      <CallTreeView
        view={{ chain, of: { transaction_hash: hash }, symbol, decimals, gasUsed: frames[0]?.gas_used ?? '0' }}
        {...firstFrames(frames)}
      />
    </>
  )
}
