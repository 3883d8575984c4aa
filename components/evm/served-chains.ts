import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

type Explorer = Client<EvmExplorerApi>

/** Asked once a request, however many parts of the page need it. */
const askChains = cache((explorer: Explorer) => ask(explorer.evmChains({})))

/** The EVM chains served here, for menus and links: none while they cannot be read. */
export const servedChains = async (explorer: Explorer): Promise<EvmChainState[]> =>
  (await askChains(explorer)).data?.result ?? []

/**
 * The EVM chains served here, for what is said of them: that a chain is not served is only true where they could be read.
 * @throws ServiceError while they cannot be read.
 */
export const knownChains = async (explorer: Explorer): Promise<EvmChainState[]> => {
  const { data, fault } = await askChains(explorer)
  if (fault) throw new ServiceError(fault.code, fault.message)
  return data.result
}

/**
 * The chain of a path segment (`eth`, `bsc-testnet`, `0x1`), or undefined where it is known and not served. An unknown name
 * is no page: 404.
 */
export const findServedChain = async (explorer: Explorer, segment: string): Promise<EvmChainState | undefined> => {
  const wanted = segment.toLowerCase().replaceAll('-', ' ')
  const known = findChain(wanted)
  const chains = await knownChains(explorer)
  const served = chains.find(({ chain, chain_id }) => chain === (known?.name ?? wanted) || chain_id === wanted)
  return served ?? (known ? undefined : notFound())
}

/** For pages below `[chain]`, whose layout has already answered for chains that are not served. */
export const servedChain = async (explorer: Explorer, segment: string): Promise<EvmChainState> =>
  (await findServedChain(explorer, segment)) ?? notFound()
