import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { InternalTransactions } from '#components/evm/internal-transactions.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { systems } from '#lib/systems.ts'

/** Asked for with every request, and only here: tracing costs the node much more than the transaction itself. */
export const dynamic = 'force-dynamic'

export default async function InternalPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain, symbol } = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await ask(
    evm.client.transaction({ chain, transaction_hash: given.hash, include: 'internal_transactions' }),
  )
  const calls = data?.internal_transactions
  return (
    <Panel aria-label="Internal transactions">
      {fault && <FaultState {...fault} />}
      {calls && calls.length > 0 && <InternalTransactions chain={chain} symbol={symbol} calls={calls} />}
      {data && !calls?.length && (
        <EmptyState title="No internal transactions">No contract called another one in this transaction.</EmptyState>
      )}
    </Panel>
  )
}
