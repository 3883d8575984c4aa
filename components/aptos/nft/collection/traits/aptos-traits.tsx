'use client'

import { type ComponentProps, useCallback } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { TraitExplorer } from '#components/nft/traits/trait-explorer.tsx'
import { TraitCard } from './trait-card.tsx'

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
