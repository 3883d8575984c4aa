import type { Service } from '#lib/api/endpoint.ts'
import { evmChains, findChain } from './contract/chains.ts'
import type { EvmChainState, EvmExplorerApi } from './contract/explorer/api.ts'
import { noPositions } from './contract/explorer/no-positions.ts'
import type { EvmChain } from './contract/own-chains.ts'
import type { HostedServedChains } from './hosted-served-chains.ts'

/** Why a hosted service cannot answer a call of that chain; undefined when it can. */
export const refuseOwnChains = ({ chain }: Record<string, unknown>): string | undefined => {
  if (typeof chain !== 'string') return undefined
  const known = findChain(chain)
  if (known !== undefined && !known.isPrivate) return undefined
  return `The hosted service does not serve the chain ${chain.slice(0, 40)}.`
}

const hostedChain = (chain: EvmChain): EvmChainState => ({
  chain: chain.name,
  title: chain.title,
  chain_id: `0x${chain.id.toString(16)}`,
  symbol: chain.symbol,
  decimals: chain.decimals,
  source: 'hosted',
  status: 'SYNCED',
  ...noPositions,
  error: null,
})

/** The chains of our own index, then those that only the hosted service serves: every public chain, unless it lists its own. */
export const withHostedChains = (
  explorer: Service<EvmExplorerApi>,
  servedThere: HostedServedChains,
): Service<EvmExplorerApi> => ({
  ...explorer,
  evmChains: async (input, context) => {
    const [{ result }, served] = await Promise.all([explorer.evmChains(input, context), servedThere()])
    const own = new Set(result.map(({ chain }) => chain))
    const isHosted = ({ name, isPrivate }: EvmChain): boolean =>
      !isPrivate && !own.has(name) && (served?.has(name) ?? true)
    return { result: [...result, ...evmChains().filter(isHosted).map(hostedChain)] }
  },
})
