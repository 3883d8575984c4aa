import { toHex } from '#lib/base/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'

/**
 * The contracts among these (at most a page) that are complete through a verified backfill on an incomplete chain. Read
 * counts that are called complete after this.
 */
export const completeContracts = async (
  { store: { db }, coverage }: Pick<EvmQueryContext, 'store' | 'coverage'>,
  chain: ServedChain,
  addresses: readonly Uint8Array[],
): Promise<string[]> => {
  if (addresses.length === 0) return []
  const verified = await db
    .selectFrom('evm_histories')
    .select('address')
    .where('chain', '=', chain.id)
    .where('address', 'in', addresses)
    .where('check_state', '=', 'passed')
    .execute()
  const contracts = verified.map(({ address }) => toHex(address))
  const each = await Promise.all(contracts.map((address) => coverage(chain, [address])))
  return contracts.filter((_, index) => each[index]?.({ first: 0 }).isComplete)
}
