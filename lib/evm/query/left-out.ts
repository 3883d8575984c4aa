import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { EvmQueryContext } from './context.ts'
import { spamScoreMin } from './flags.ts'

/** Contracts that a list without spam excludes besides those with a spam rating. */
export type LeftOut = {
  /** Contracts that the operator lists as spam. */
  listed: readonly Uint8Array[]
  /** Contracts rated as spam that the operator lists as verified: they stay in. */
  excused: readonly Uint8Array[]
}

const verifiedPerStatement = 500

export const readLeftOut = async (
  { store, known }: Pick<EvmQueryContext, 'store' | 'known'>,
  chain: number,
): Promise<LeftOut> => {
  const verified = known.verifiedOn(chain).map(toBytes)
  const excused: Uint8Array[] = []
  for (const batch of batchesOf(verified, verifiedPerStatement))
    excused.push(...(await ratedAsSpam(store.db, chain, batch)))
  return { listed: known.spamOn(chain).map(toBytes), excused }
}

const ratedAsSpam = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
): Promise<Uint8Array[]> => {
  const rows = await db
    .selectFrom('evm_ratings')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', addresses)
    .where('score', '>=', spamScoreMin)
    .execute()
  return rows.map(({ address }) => address)
}

/** A condition on `token_address`, to follow others; empty if nothing is left out. */
export const isLeftIn = (chain: number, leftOut: LeftOut | undefined): RawBuilder<unknown> => {
  if (!leftOut) return sql``
  const { listed, excused } = leftOut
  const rated = sql`exists (select 1 from evm_ratings as r
    where r.chain = ${chain} and r.address = token_address and r.score >= ${spamScoreMin})`
  return sql`${listed.length > 0 ? sql`and token_address not in (${sql.join(listed)})` : sql``}
    and ${excused.length > 0 ? sql`(token_address in (${sql.join(excused)}) or not ${rated})` : sql`not ${rated}`}`
}
