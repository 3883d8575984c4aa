import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/** Enough of a block's hash to know it from another one of the same height. */
const hashBytes = 4

/** The newest indexed block of each of these chains, as `height.hash` by the name of the chain. */
export const readEvmTips = async (
  db: Kysely<EvmTables>,
  served: readonly ServedChain[],
): Promise<Record<string, string>> => {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('evm_intervals')
        .select((of) => ['chain', of.fn.max('last_block').as('number')])
        .groupBy('chain')
        .as('newest'),
    )
    .innerJoin('evm_blocks as b', (join) =>
      join.onRef('b.chain', '=', 'newest.chain').onRef('b.number', '=', 'newest.number'),
    )
    .select(['b.chain', 'b.number', 'b.hash'])
    .execute()
  const tips = new Map(rows.map(({ chain, number, hash }) => [chain, `${number}.${toHex(hash.slice(0, hashBytes))}`]))
  return Object.fromEntries(served.flatMap(({ id, name }) => (tips.has(id) ? [[name, tips.get(id) ?? '']] : [])))
}
