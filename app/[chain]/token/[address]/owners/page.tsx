import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ContractOwners } from '#components/evm/owner-pages.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { Panel } from '#components/ui/panel.tsx'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function OwnersPage({ params }: { params: Promise<{ chain: string; address: string }> }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const input = { chain: state.chain, address, normalizeMetadata: true, limit: pageSize }
  const { data, fault } = await ask(evm.client.contractNftOwners(input))
  return (
    <Panel aria-label="Owners">
      {fault ? <FaultState {...fault} /> : <ContractOwners state={state} input={input} first={data} />}
    </Panel>
  )
}
