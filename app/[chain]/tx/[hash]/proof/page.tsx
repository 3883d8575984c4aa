import { FaultState } from '#components/chain/fault-state.tsx'
import { TransactionProof } from '#components/evm/proof/transaction-proof.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { Panel } from '#components/ui/panel.tsx'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Proof' }

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

export default async function ProofPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain } = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await transactionOf(evm.client, chain, given.hash.toLowerCase())
  if (fault) return <FaultState {...fault} />
  return (
    <Panel
      title="Proof of inclusion"
      aside={
        <RecordAside
          title="Proof of inclusion"
          call={evmExplorerCall('evmTransactionProof', { chain, transaction_hash: data.hash })}
        />
      }
    >
      <p className="border-line border-b px-4 py-3 text-muted text-sm">
        If every step holds, this exact transaction and receipt, with its status and logs, are part of the block with
        the hash <code className="break-all font-mono text-ink">{data.block_hash}</code>, without trusting anyone. It
        does not prove that the block is canonical, nor who sent the transaction: compare the block hash with a source
        that you trust.
      </p>
      <TransactionProof key={data.block_hash} chain={chain} transactionHash={data.hash} blockHash={data.block_hash} />
    </Panel>
  )
}
