import { FaultState } from '#components/chain/fault-state.tsx'
import { CallPanel } from '#components/evm/call-panel.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { TransactionFacts } from '#components/evm/transaction-facts.tsx'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { Panel } from '#components/ui/panel.tsx'
import { systems } from '#lib/systems.ts'

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

export default async function TransactionPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await transactionOf(evm.client, state.chain, given.hash.toLowerCase())
  if (fault) return <FaultState {...fault} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel aria-label="Overview">
        <TransactionFacts state={state} transaction={data} />
      </Panel>
      <CallPanel chain={state.chain} transaction={data} />
    </div>
  )
}
