import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** First topics of the events with which a contract reports changed documents: keccak256 of the signature in the comment. */
const topics = {
  /** MetadataUpdate(uint256): ERC-4906. */
  update: '0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7',
  /** BatchMetadataUpdate(uint256,uint256): ERC-4906. */
  batchUpdate: '0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c',
  /** URI(string,uint256): ERC-1155, the id indexed. */
  uri: '0x6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b',
} as const satisfies Record<string, Hex>

/** Topics to look for in the logs of a block. */
export const refreshTopics: readonly Hex[] = Object.values(topics)

/** Tokens first..last of a contract, both included. */
type RefreshedTokens = { contract: Hex; first: bigint; last: bigint }

type RefreshLog = Pick<LogRow, 'address' | 'topic0' | 'topic1' | 'topic2' | 'data'>

/** The tokens that a log refers to; undefined if it is not one of these events, or its bytes do not fit. */
export const refreshedTokens = (log: RefreshLog): RefreshedTokens | undefined => {
  const contract = toHex(log.address)
  const topic0 = log.topic0 && toHex(log.topic0)
  const id = (value: bigint | undefined) => (value === undefined ? undefined : { contract, first: value, last: value })
  if (topic0 === topics.uri) return id(numberOf(log.topic1))
  // The standard indexes neither number; some contracts do.
  if (topic0 === topics.update) return id(numberOf(log.topic1) ?? wordAt(log.data, 0))
  if (topic0 !== topics.batchUpdate) return undefined
  const [first, last] = log.topic1
    ? [numberOf(log.topic1), numberOf(log.topic2) ?? wordAt(log.data, 0)]
    : [wordAt(log.data, 0), wordAt(log.data, 1)]
  return first === undefined || last === undefined || last < first ? undefined : { contract, first, last }
}

const wordAt = (data: Uint8Array, index: number): bigint | undefined => {
  const word = data.subarray(index * 32, index * 32 + 32)
  return word.length === 32 ? BigInt(toHex(word)) : undefined
}

const numberOf = (topic: Uint8Array | null): bigint | undefined => (topic ? BigInt(toHex(topic)) : undefined)

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
