import { notFound } from 'next/navigation'
import { cache } from 'react'
import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { systems } from '#lib/systems.ts'
import { ask } from './ask.ts'

/** The EVM chains served here; asked once a request, however many parts of the page need it. */
export const servedChains = cache(async (): Promise<EvmChainState[]> => {
  const { evm } = await systems()
  const { data } = await ask(evm.explorer.evmChains({}))
  return data?.result ?? []
})

/** The chain of a path segment (`eth`, `bsc-testnet`, `0x1`) when it is served. An unknown name is no page: 404. */
export const findServedChain = async (segment: string): Promise<EvmChainState | undefined> => {
  const wanted = decodeURIComponent(segment).toLowerCase().replaceAll('-', ' ')
  const chains = await servedChains()
  const served = chains.find(({ chain, chain_id }) => chain === wanted || chain_id === wanted)
  if (served === undefined && findChain(wanted) === undefined) notFound()
  return served ?? chains.find(({ chain }) => chain === findChain(wanted)?.name)
}

/** For pages below `[chain]`, whose layout has already answered for chains that are not served. */
export const servedChain = async (segment: string): Promise<EvmChainState> =>
  (await findServedChain(segment)) ?? notFound()
