import { FaultState } from '#components/chain/fault-state.tsx'
import { LogCard } from '#components/evm/log-card.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Logs' }

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

export default async function LogsPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await transactionOf(evm.client, state.chain, given.hash.toLowerCase())
  if (fault) return <FaultState {...fault} />
  return (
    <Panel aria-label="Logs">
      {data.logs.length === 0 ? (
        <EmptyState title="No logs">No contract wrote an event in this transaction.</EmptyState>
      ) : (
        <ol>
          {data.logs.map((log) => (
            <LogCard key={log.log_index} chain={state.chain} log={log} />
          ))}
        </ol>
      )}
      <SourceFoot
        title="Logs"
        call={evmCall('transactionVerbose', { chain: state.chain, transaction_hash: data.hash })}
      />
    </Panel>
  )
}
