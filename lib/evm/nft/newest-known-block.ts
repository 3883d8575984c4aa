import { type RawBuilder, sql } from 'kysely'

/** The highest block with any stored data: no row is newer. For a `select` list. */
export const newestKnownBlock = (chain: number): RawBuilder<number> => sql<number>`(
  select max(number) from (
    select max(number) as number from evm_blocks where chain = ${chain}
    union all
    select max(number) as number from evm_headers where chain = ${chain}
  ) as known)`
