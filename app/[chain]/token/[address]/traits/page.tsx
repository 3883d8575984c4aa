import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { servedChain } from '#components/evm/served-chains.ts'
import { tokenOf } from '#components/evm/token-of.ts'
import { chosenTraits } from '#components/evm/traits/chosen-traits.ts'
import { TraitExplorer } from '#components/evm/traits/trait-explorer.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Traits' }

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function TraitsPage({ params, searchParams }: Props) {
  const [given, { trait = [], sort }] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm, demo } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const collection = await tokenOf(evm.explorer, state, address)
  const own = demo ? 'the demo ledger' : 'the index of this server'
  return (
    <Panel title="Traits">
      {collection?.contract_type === 'ERC20' ? (
        <EmptyState title="ERC20 tokens have no traits">All units of an ERC20 token are the same.</EmptyState>
      ) : (
        <TraitExplorer
          key={address}
          chain={state.chain}
          address={address}
          source={state.source === 'hosted' ? 'the hosted service' : own}
          initial={{ chosen: chosenTraits([trait].flat()), sort: sort === 'id' ? 'id' : 'rarity' }}
        />
      )}
      <p className="border-line border-t px-4 py-3 text-muted text-xs">
        Rarity is information content: the sum of −log₂(share) over all traits. A missing trait counts as a value, and
        shares are of the tokens counted so far that have metadata. Computed in your browser.
      </p>
    </Panel>
  )
}
