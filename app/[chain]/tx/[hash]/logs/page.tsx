import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { LogCard } from '#components/evm/log-card.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Logs' }

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; hash: string }>; searchParams: Promise<SearchParams> }

const logsOnPage = 12

export default async function LogsPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await transactionOf(evm.client, state.chain, given.hash.toLowerCase())
  if (fault) return <FaultState {...fault} />
  const path = `${explorerPath.transaction(state.chain, data.hash)}/logs`
  const asked = data.logs.findIndex(({ log_index }) => log_index === query.log)
  const part = listPart(data.logs, asked < 0 ? query.from : String(asked), logsOnPage)
  const call = evmCall('transactionVerbose', { chain: state.chain, transaction_hash: data.hash })
  return (
    <Panel aria-label="Logs">
      {data.logs.length === 0 ? (
        <EmptyState title="No logs">This transaction emitted no events.</EmptyState>
      ) : (
        <>
          <ol>
            {part.items.map((log, index) => (
              <LogCard
                key={log.log_index}
                chain={state.chain}
                log={log}
                call={call}
                path={['logs', part.offset + index]}
              />
            ))}
          </ol>
          <PartLinks part={part} noun="logs" href={(from) => `${path}?from=${from}`} />
        </>
      )}
      <SourceFoot title="Logs" call={call} />
    </Panel>
  )
}
