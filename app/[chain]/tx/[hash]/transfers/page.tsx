import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { ChangeTable } from '#components/evm/transaction/change-table.tsx'
import { moveLines } from '#components/evm/transaction/move-line.ts'
import { movementOf } from '#components/evm/transaction/movement-of.ts'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { TransactionTransfers } from '#components/evm/transfer-pages.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Transfers' }

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; hash: string }>; searchParams: Promise<SearchParams> }

const movesOnPage = 20

export default async function TransfersPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const hash = given.hash.toLowerCase()
  const { data, fault } = await transactionOf(evm.client, state.chain, hash)
  if (fault) return <FaultState {...fault} />
  const movement = await movementOf(evm, state, data)
  const call = evmCall('transactionVerbose', { chain: state.chain, transaction_hash: hash })
  const path = explorerPath.transaction(state.chain, hash)
  const part = listPart(movement.moves, query.from, movesOnPage)
  if (movement.moves.length === 0)
    return (
      <Panel aria-label="Token transfers">
        <EmptyState title="No token transfers">This transaction emitted no token transfer events.</EmptyState>
        <SourceFoot title="Token transfers" call={call} />
      </Panel>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel
        title="Net token changes"
        aside={
          <>
            Tokens only, without native currency and fees
            <SourceLink title="Net token changes" call={call} />
          </>
        }
      >
        <ChangeTable chain={state.chain} movement={movement} />
      </Panel>
      <Panel
        title="Token transfers"
        aside={
          <>
            {groupedNumber(movement.moves.length)} in log order
            <SourceLink title="Token transfers" call={call} />
          </>
        }
      >
        <TransactionTransfers
          rows={moveLines(data, { ...movement, moves: part.items }, path)}
          view={{ chain: state.chain }}
        />
        <PartLinks part={part} noun="transfers" href={(from) => `${path}/transfers?from=${from}`} />
      </Panel>
    </div>
  )
}
