import { ServiceError } from '#lib/base/errors.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { chainEndpoints } from '#lib/evm/network/contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** The EVM chains served here, for menus and links; empty while they cannot be read. */
export const servedChains = async (ask: Ask): Promise<EvmChainState[]> =>
  (await ask(callTo(chainEndpoints.evmChains, {}))).data?.result ?? []

/** The EVM chains served here. @throws ServiceError while they cannot be read: a chain is only "not served" if they could be. */
export const knownChains = async (ask: Ask): Promise<EvmChainState[]> => {
  const { data, fault } = await ask(callTo(chainEndpoints.evmChains, {}))
  if (fault) throw new ServiceError(fault.code, fault.message)
  return data.result
}

/**
 * The chain of a path segment (`eth`, `bsc-testnet`, `0x1`).
 * @throws ServiceError `not_found` for an unknown name, `chain_not_served` for a known chain that is not served here.
 */
export const chainOf = async (ask: Ask, segment: string): Promise<EvmChainState> => {
  const wanted = segment.toLowerCase().replaceAll('-', ' ')
  const known = findChain(wanted)
  const chains = await knownChains(ask)
  const served = chains.find(({ chain, chain_id }) => chain === (known?.name ?? wanted) || chain_id === wanted)
  if (served) return served
  if (known === undefined)
    throw new ServiceError(
      'not_found',
      'There is no such page. Its address begins with the name of no chain and no page of this site: check it, or search for what you want above.',
    )
  const remedy = known.variable === '' ? '' : ` Set NODE_URL_${known.variable} to index ${known.title} here.`
  throw new ServiceError('chain_not_served', `${known.title} is not served here.${remedy}`)
}
