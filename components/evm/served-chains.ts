import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

type Explorer = Client<EvmExplorerApi>

/** The EVM chains served here; asked once a request, however many parts of the page need it. */
export const servedChains = cache(async (explorer: Explorer): Promise<EvmChainState[]> => {
  const { data } = await ask(explorer.evmChains({}))
  return data?.result ?? []
})

/**
 * The chain of a path segment (`eth`, `bsc-testnet`, `0x1`), or undefined where it is known and not served. An unknown name
 * is no page: 404.
 */
export const findServedChain = async (explorer: Explorer, segment: string): Promise<EvmChainState | undefined> => {
  const wanted = segment.toLowerCase().replaceAll('-', ' ')
  const known = findChain(wanted)
  const chains = await servedChains(explorer)
  const served = chains.find(({ chain, chain_id }) => chain === (known?.name ?? wanted) || chain_id === wanted)
  return served ?? (known ? undefined : notFound())
}

/** For pages below `[chain]`, whose layout has already answered for chains that are not served. */
export const servedChain = async (explorer: Explorer, segment: string): Promise<EvmChainState> =>
  (await findServedChain(explorer, segment)) ?? notFound()
