import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { blockOf } from '#components/evm/block-of.ts'
import { BlockTransactions } from '#components/evm/block-transactions.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { Panel } from '#components/ui/panel.tsx'
import { systems } from '#lib/systems.ts'

/** A block may still be replaced: it is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function BlockPage({ params }: { params: Promise<{ chain: string; block: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain, symbol } = await servedChain(evm.explorer, given.chain)
  const { data: block, fault } = await blockOf(evm.explorer, chain, given.block)
  if (fault)
    return (
      <Panel>
        <FaultState {...fault} />
      </Panel>
    )
  // By hash from here on: a number may mean another block a moment later.
  const transactions = await ask(
    evm.explorer.evmBlockTransactions({ chain, block_number_or_hash: block.block_hash, limit: pageSize }),
  )
  return (
    <Panel aria-label="Transactions">
      {transactions.fault ? (
        <FaultState {...transactions.fault} />
      ) : (
        <BlockTransactions
          key={block.block_hash}
          chain={chain}
          symbol={symbol}
          block={block}
          pageSize={pageSize}
          first={transactions.data}
        />
      )}
    </Panel>
  )
}
