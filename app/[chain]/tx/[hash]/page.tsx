import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { CallPanel } from '#components/evm/call-panel.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { FailureReason } from '#components/evm/transaction/failure-reason.tsx'
import { movementOf } from '#components/evm/transaction/movement-of.ts'
import { SenderNeighbours } from '#components/evm/transaction/sender-neighbours.tsx'
import { transactionSentence } from '#components/evm/transaction/sentence.ts'
import { SentenceLine } from '#components/evm/transaction/sentence-line.tsx'
import { TransactionFacts } from '#components/evm/transaction-facts.tsx'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { statusOf } from '#lib/format/transaction.ts'
import { systems } from '#lib/systems.ts'

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

export default async function TransactionPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const { data, fault } = await transactionOf(evm.client, chain, given.hash.toLowerCase())
  if (fault) return <FaultState {...fault} />
  const movement = await movementOf(evm, state, data)
  const call = evmCall('transactionVerbose', { chain, transaction_hash: data.hash })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel aria-label="Summary" className="flex items-start justify-between gap-3 px-4 py-3">
        <SentenceLine
          state={state}
          path={explorerPath.transaction(chain, data.hash)}
          sentence={transactionSentence(data, movement.moves)}
          known={movement}
        />
        <SourceLink title="Summary" call={call} />
      </Panel>
      <Panel aria-label="Overview">
        <TransactionFacts
          state={state}
          transaction={data}
          besides={
            state.source !== 'hosted' && (
              <Suspense>
                <SenderNeighbours explorer={evm.explorer} chain={chain} hash={data.hash} />
              </Suspense>
            )
          }
          reason={
            statusOf(data) === 'failed' && (
              <Suspense>
                <FailureReason client={evm.client} chain={chain} transaction={data} />
              </Suspense>
            )
          }
        />
        <SourceFoot title="Overview" call={call} />
      </Panel>
      <CallPanel chain={chain} transaction={data} call={call} />
    </div>
  )
}
