import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { findChain, knownEvmChains as knownChains } from '#lib/evm/api/chains.ts'
import { noPositions } from '#lib/evm/api/no-positions.ts'
import type { EvmChain } from '#lib/evm/api/own-chains.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { looksOf } from '#lib/evm/network/chain-looks.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { withHostedHits } from './hosted-search.ts'
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
  chain_id: hexNumber(chain.id),
  symbol: chain.symbol,
  decimals: chain.decimals,
  ...looksOf(chain),
  source: 'hosted',
  status: 'SYNCED',
  ...noPositions,
  error: null,
})

/**
 * The chains of our own index, then those that only the hosted service serves: every public chain, unless it lists its own. A search without a
 * chain looks on both.
 */
export const withHostedChains = (
  explorer: Service<EvmExplorerApi>,
  servedThere: HostedServedChains,
  hosted: Pick<Service<EvmExplorerApi>, 'evmSearch'>,
): Service<EvmExplorerApi> => {
  const evmChains: Service<EvmExplorerApi>['evmChains'] = async (input, context) => {
    const [{ result }, served] = await Promise.all([explorer.evmChains(input, context), servedThere()])
    const own = new Set(result.map(({ chain }) => chain))
    const isHosted = ({ name, isPrivate }: EvmChain): boolean =>
      !isPrivate && !own.has(name) && (served?.has(name) ?? true)
    return { result: [...result, ...knownChains().filter(isHosted).map(hostedChain)] }
  }
  const hostedNames = async (call: CallContext | undefined): Promise<string[]> =>
    (await evmChains({}, call)).result.filter(({ source }) => source === 'hosted').map(({ chain }) => chain)
  return { ...explorer, evmChains, evmSearch: withHostedHits(explorer.evmSearch, hosted.evmSearch, hostedNames) }
}
