import { askWhole } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { LongText } from '#components/source/long-text.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { Panel } from '#components/ui/panel.tsx'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Raw' }

/** A block may still be replaced: the transaction is asked for with every request. */
export const dynamic = 'force-dynamic'

export default async function RawPage({ params }: { params: Promise<{ chain: string; hash: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain } = await servedChain(evm.explorer, given.chain)
  const { data, fault } = await askWhole(evm.client.transaction({ chain, transaction_hash: given.hash }))
  if (fault) return <FaultState {...fault} />
  const call = evmCall('transaction', { chain, transaction_hash: data.hash })
  return (
    <Panel title="API response" aside={<RecordAside title="API response" call={call} />}>
      <LongText
        value={JSON.stringify(data, null, 2)}
        label="Copy JSON"
        className="m-4 [&>pre]:max-h-none"
        call={call}
        path={[]}
        shown={20_000}
      />
    </Panel>
  )
}
