import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** A token, or the balance that one owner has of an ERC1155 token: only its ERC1155 transfers change it. */
type Sought = { token_hash: Uint8Array; owner: Uint8Array | undefined }

/** Place and receiver of a transfer. */
export type NewestMove = {
  changed_block: number
  changed_log: number
  changed_batch: number
  to_address: Uint8Array
}

/** Searches per statement: SQLite supports at most 500. */
const searchesPerStatement = 50
/** How many of a token's newest transfers are searched for an owner before the owner's own transfers are. */
const tokenTransfersMax = 1_000
/** More than can exist: a limit keeps the databases from reading a subquery's table by a different index. */
const allRows = 1_000_000_000

/** The newest transfer of each token up to and including a block; undefined if there is none. Every search is an index range. */
export const newestMoves = async (
  db: Kysely<EvmTables>,
  chain: number,
  upTo: number,
  sought: readonly Sought[],
): Promise<(NewestMove | undefined)[]> => {
  const newest: (NewestMove | undefined)[] = sought.map(() => undefined)
  const run = async (numbers: readonly number[], searchOf: (one: Sought) => RawBuilder<unknown>) => {
    for (const batch of batchesOf(numbers, searchesPerStatement)) {
      const searches = batch.flatMap((number) => {
        const one = sought[number]
        return one ? [sql`select ${sql.lit(number)} as number, found.* from (${searchOf(one)}) as found`] : []
      })
      const { rows } = await sql<NewestMove & { number: number }>`${sql.join(searches, sql` union all `)}`.execute(db)
      for (const { number, ...row } of rows) newest[number] = row
    }
  }
  await run([...sought.keys()], (one) => inToken(chain, upTo, one))
  const left = [...sought.keys()].filter((number) => sought[number]?.owner && !newest[number])
  await run(left, (one) => inWallet(chain, upTo, one))
  return newest
}

const columns = sql`
  block_number as changed_block, log_index as changed_log, batch_index as changed_batch, to_address`
const newestFirst = sql`order by block_number desc, log_index desc, batch_index desc`
const newestChange = sql`order by changed_block desc, changed_log desc, changed_batch desc`

const inToken = (chain: number, upTo: number, { token_hash, owner }: Sought) => {
  const newest = (rows: number) => sql`
    select ${columns}, from_address, standard from evm_nft_transfers
    where chain = ${chain} and token_hash = ${token_hash} and block_number <= ${upTo} ${newestFirst} limit ${rows}`
  return owner
    ? sql`select changed_block, changed_log, changed_batch, to_address from (${newest(tokenTransfersMax)}) as newest
        where standard = 1155 and (from_address = ${owner} or to_address = ${owner}) ${newestChange} limit 1`
    : sql`select changed_block, changed_log, changed_batch, to_address from (${newest(1)}) as newest`
}

/** For a token that moves constantly, held by an owner who does not. */
const inWallet = (chain: number, upTo: number, { token_hash, owner }: Sought) => {
  const side = (column: string) => sql`
    select changed_block, changed_log, changed_batch, to_address from (
      select ${columns}, token_hash, standard from evm_nft_transfers
      where chain = ${chain} and ${sql.ref(column)} = ${owner} and block_number <= ${upTo}
      ${newestFirst} limit ${sql.lit(allRows)}
    ) as own where token_hash = ${token_hash} and standard = 1155 ${newestChange} limit 1`
  return sql`
    select * from (select * from (${side('from_address')}) as sent union all select * from (${side('to_address')}) as received) as own
    ${newestChange} limit 1`
}
