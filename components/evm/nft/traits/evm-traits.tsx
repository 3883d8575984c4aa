'use client'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useCallback } from 'react'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { EvmNftCard } from '#components/evm/parts/lists/evm-nft-card.tsx'
import { type ListedNft, listedNft } from '#components/evm/parts/lists/listed-nft.ts'
import { RankedCard } from '#components/nft/traits/ranked-card.tsx'
import { takeTurn } from '#components/nft/traits/take-turn.ts'
import { TraitExplorer } from '#components/nft/traits/trait-explorer.tsx'
import type { FoundToken } from '#components/nft/traits/trait-messages.ts'

/** Of a hundred thousand tokens, only visible and recently visible ones are kept with their text and images. */
const keptMs = 60_000

/** A token as in its collection's gallery, with its rarity; requested when it becomes visible. */
const TraitCard = ({ chain, address, token }: { chain: string; address: string; token: FoundToken }) => {
  const { id } = token
  const input = { chain, address, token_id: id, normalizeMetadata: true, media_items: true }
  const { data, isError } = useQuery({
    ...fromEvm('/api/v2/nft/:address/:token_id').one(input),
    queryFn: async ({ signal }) => {
      await takeTurn(signal)
      return fromEvm('/api/v2/nft/:address/:token_id').call(input, { signal })
    },
    gcTime: keptMs,
  })
  const nft = data ? listedNft(data) : isError ? bareNft(address, id) : undefined
  return (
    <RankedCard token={token} title={`#${id}`}>
      {nft && <EvmNftCard nft={nft} chain={chain} isInCollection />}
    </RankedCard>
  )
}

/** The certain parts of a token whose request failed: its link still works. */
const bareNft = (address: string, id: string): ListedNft => ({
  token_address: address,
  token_id: id,
  name: null,
  contract_type: null,
  amount: null,
  verified_collection: false,
  possible_spam: false,
  title: `#${id}`,
  media: { status: 'temporarily_unavailable' },
})

/** The traits of a contract's NFTs. */
export const EvmTraits = ({
  chain,
  address,
  ...shown
}: { chain: string; address: string } & Pick<ComponentProps<typeof TraitExplorer>, 'source' | 'initial'>) => {
  const open = useCallback(async () => {
    const { openEvmTraits } = await import('./open-evm-traits.ts')
    return openEvmTraits(chain, address)
  }, [chain, address])
  return (
    <TraitExplorer
      {...shown}
      open={open}
      orderName="By number"
      card={(token) => <TraitCard chain={chain} address={address} token={token} />}
    />
  )
}
