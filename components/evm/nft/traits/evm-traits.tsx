'use client'

import { type ComponentProps, useCallback } from 'react'
import { TraitExplorer } from '#components/nft/traits/trait-explorer.tsx'
import { TraitCard } from './trait-card.tsx'

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
