import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { historyEndpoints } from '#lib/evm/nft/state-contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** A contract's name, symbol and coverage. Undefined if the chain is not indexed here. */
export const tokenOf = async (
  ask: Ask,
  { chain, source }: EvmChainState,
  address: string,
): Promise<EvmCollection | undefined> => {
  if (source === 'hosted') return undefined
  return (await ask(callTo(historyEndpoints.evmCollection, { chain, address }))).data
}
