import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { RefreshedTokens } from './refresh-events.ts'

/** Minimum interval between two requests for a token's document. */
export const refreshEveryMs = 600_000
/** A node's newest state may be slightly older than the time of the request. */
const nodeLagMs = 10_000
/** Longer ranges of tokens are treated as the whole collection. */
const idsMax = 500

/** When a change happened and when it was noticed, in unix milliseconds. */
type Moment = { happenedAt: number; now: number }

/** Makes documents due that were read before: of these tokens. */
export const refreshHashes = async (
  db: Kysely<EvmTables>,
  chain: number,
  hashes: readonly Uint8Array[],
  moment: Moment,
): Promise<void> => {
  for (const batch of batchesOf(hashes, idsMax))
    await refresh(db, chain, sql`token_hash in (${sql.join(batch)})`, moment)
}

/** The same for tokens named in events. */
export const refreshRanges = async (
  db: Kysely<EvmTables>,
  chain: number,
  ranges: readonly RefreshedTokens[],
  moment: Moment,
): Promise<void> => {
  const isLong = ({ first, last }: RefreshedTokens) => last - first >= BigInt(idsMax)
  const collections = new Set(ranges.filter(isLong).map(({ contract }) => contract))
  for (const contract of collections) await refreshCollection(db, chain, toBytes(contract), moment)
  const hashes = ranges
    .filter(({ contract }) => !collections.has(contract))
    .flatMap(({ contract, first, last }) =>
      Array.from({ length: Number(last - first) + 1 }, (_, index) =>
        tokenHash(toBytes(contract), String(first + BigInt(index))),
      ),
    )
  await refreshHashes(db, chain, hashes, moment)
}

/** In steps: a collection of a million tokens must not block other writers. */
const refreshCollection = async (
  db: Kysely<EvmTables>,
  chain: number,
  contract: Uint8Array,
  moment: Moment,
): Promise<void> => {
  for (let after: Uint8Array | undefined = new Uint8Array(0); after; ) {
    const tokens: { token_hash: Uint8Array }[] = await db
      .selectFrom('evm_nft_tokens')
      .select('token_hash')
      .where('chain', '=', chain)
      .where('token_address', '=', contract)
      .where('token_hash', '>', after)
      .orderBy('token_hash')
      .limit(idsMax)
      .execute()
    await refreshHashes(
      db,
      chain,
      tokens.map(({ token_hash }) => token_hash),
      moment,
    )
    after = tokens.length === idsMax ? tokens.at(-1)?.token_hash : undefined
  }
}

/** The same for a chain that restarted: everything read before is obsolete. */
export const refreshChain = (db: Kysely<EvmTables>, chain: number, now: number): Promise<void> =>
  refresh(db, chain, sql`1 = 1`, { happenedAt: Number.MAX_SAFE_INTEGER - nodeLagMs, now })

/** Documents read after the event already include the change; those never read are due anyway. */
const refresh = async (
  db: Kysely<EvmTables>,
  chain: number,
  which: RawBuilder<unknown>,
  { happenedAt, now }: Moment,
): Promise<void> => {
  const dueAt = sql<number>`case when uri_synced_at > ${now - refreshEveryMs}
    then uri_synced_at + ${refreshEveryMs} else ${now} end`
  await sql`update evm_nft_metadata set due_at = ${dueAt}, failures = 0
    where chain = ${chain} and ${which} and uri_synced_at < ${happenedAt + nodeLagMs}
      and (due_at is null or due_at > ${dueAt})`.execute(db)
}
