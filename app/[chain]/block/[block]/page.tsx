import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { BlockFacts } from '#components/evm/block-facts.tsx'
import { BlockTitle } from '#components/evm/block-title.tsx'
import { BlockTransactions } from '#components/evm/block-transactions.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { systems } from '#lib/systems.ts'

/** A block may still be replaced: it is asked for with every request. */
export const dynamic = 'force-dynamic'

type Params = { params: Promise<{ chain: string; block: string }> }

const pageSize = 50

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { block } = await params
  return { title: `Block ${block}`, description: `The block ${block} and its transactions.` }
}

export default async function BlockPage({ params }: Params) {
  const given = await params
  if (!/^(\d{1,15}|0x[0-9a-f]{64})$/i.test(given.block)) notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const { data: block, fault } = await ask(evm.explorer.evmBlock({ chain, block_number_or_hash: given.block }))
  if (fault?.code === 'not_found') notFound()
  if (fault)
    return (
      <>
        <PageTitle kind={`Block ${given.block}`} />
        <Panel>
          <FaultState {...fault} />
        </Panel>
      </>
    )
  // By hash from here on: a number may mean another block a moment later.
  const transactions = await ask(
    evm.explorer.evmBlockTransactions({ chain, block_number_or_hash: block.block_hash, limit: pageSize }),
  )
  return (
    <>
      <BlockTitle state={state} block={block} />
      <Panel aria-label="Block">
        <BlockFacts state={state} block={block} />
      </Panel>
      <Panel title="Transactions" aside={groupedNumber(block.transaction_count)} className="mt-4">
        {transactions.fault ? (
          <FaultState {...transactions.fault} />
        ) : (
          <BlockTransactions
            key={block.block_hash}
            chain={chain}
            symbol={state.symbol}
            block={block}
            pageSize={pageSize}
            first={transactions.data}
          />
        )}
      </Panel>
    </>
  )
}
