import { ServiceError } from '#lib/api/errors.ts'
import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { PageAt } from '#lib/pages/page-content.ts'
import { noSuch } from './page-words.ts'

/** The chain of a page's address. @throws not_found for an unknown name, chain_not_served for a chain that could be. */
export const chainOf = async ({ parameters, clients }: PageAt): Promise<EvmChainState> => {
  const wanted = (parameters.chain ?? '').toLowerCase().replaceAll('-', ' ')
  const known = findChain(wanted)
  const { result } = await clients.evm.explorer.evmChains({})
  const served = result.find(({ chain, chain_id }) => chain === (known?.name ?? wanted) || chain_id === wanted)
  if (served) return served
  if (known) {
    const remedy = known.variable === '' ? '' : ` Set NODE_URL_${known.variable} to index ${known.title} here.`
    throw new ServiceError('chain_not_served', `${known.title} is not served here.${remedy}`)
  }
  throw noSuch('chain')
}
