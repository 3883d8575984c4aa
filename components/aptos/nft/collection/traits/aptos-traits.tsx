'use client'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useCallback } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { TokenCard } from '#components/aptos/parts/lists/token-card.tsx'
import { collectionTokenGallery, type ListedToken } from '#components/aptos/parts/lists/token-gallery.ts'
import { shortText } from '#components/kit/short-text.ts'
import { RankedCard } from '#components/nft/traits/ranked-card.tsx'
import { takeTurn } from '#components/nft/traits/take-turn.ts'
import { TraitExplorer } from '#components/nft/traits/trait-explorer.tsx'
import type { FoundToken } from '#components/nft/traits/trait-messages.ts'

/** Of a hundred thousand tokens, only visible and recently visible ones are kept with their text and images. */
const keptMs = 60_000

/** A token as in its collection's gallery, with its rarity; requested when it becomes visible. */
const TraitCard = ({ network, token: found }: { network: AptosNetwork; token: FoundToken }) => {
  const { id } = found
  const input = { token_data_id_hash: id, network }
  const { data, isError } = useQuery({
    ...fromAptosExplorer('/aptos/tokens/:token_data_id_hash').one(input),
    queryFn: async ({ signal }) => {
      await takeTurn(signal)
      return fromAptosExplorer('/aptos/tokens/:token_data_id_hash').call(input, { signal })
    },
    gcTime: keptMs,
  })
  const token = data ? collectionTokenGallery.row(data) : isError ? bareToken(id) : undefined
  return (
    <RankedCard token={found} title={shortText(id)}>
      {token && <TokenCard token={token} network={network} isInCollection />}
    </RankedCard>
  )
}

/** The certain parts of a token whose request failed: its link still works. */
const bareToken = (id: string): ListedToken => ({
  ...{ id, name: shortText(id), edition: '0', collectionName: '', amount: '1' },
  media: { status: 'temporarily_unavailable' },
})

/** The traits of a collection's tokens. */
export const AptosTraits = ({
  id,
  network,
  ...shown
}: { id: string; network: AptosNetwork } & Pick<ComponentProps<typeof TraitExplorer>, 'source' | 'initial'>) => {
  const open = useCallback(async () => {
    const { openAptosTraits } = await import('./open-aptos-traits.ts')
    return openAptosTraits(id, network)
  }, [id, network])
  return (
    <TraitExplorer
      {...shown}
      open={open}
      orderName="Newest first"
      card={(token) => <TraitCard network={network} token={token} />}
    />
  )
}
