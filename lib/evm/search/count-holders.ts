import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmHit } from './contract.ts'

/** Holders of tokens and owners of collections by address, on a chain whose transfers are all indexed. */
export const countHolders = async (
  { store: { db }, coverage }: Pick<EvmQueryContext, 'store' | 'coverage'>,
  chain: ServedChain,
  hits: readonly EvmHit[],
): Promise<ReadonlyMap<string, number>> => {
  const of = (type: EvmHit['type']) => hits.flatMap((hit) => (hit.type === type ? [toBytes(hit.value)] : []))
  const [tokens, collections] = [of('token'), of('collection')]
  if (tokens.length + collections.length === 0) return new Map()
  if (!(await coverage(chain))({ first: 0 }).isComplete) return new Map()
  const [counted, owned] = await Promise.all([
    tokens.length === 0
      ? []
      : db
          .selectFrom('evm_erc20_tokens')
          .select(['token_address', 'holders as count'])
          .where('chain', '=', chain.id)
          .where('token_address', 'in', tokens)
          .where('built_to', 'is', null)
          .execute(),
    collections.length === 0
      ? []
      : db
          .selectFrom('evm_nft_collections')
          .select(['token_address', 'owners as count'])
          .where('chain', '=', chain.id)
          .where('token_address', 'in', collections)
          .execute(),
  ])
  return new Map([...counted, ...owned].map(({ token_address, count }) => [toHex(token_address), count]))
}
