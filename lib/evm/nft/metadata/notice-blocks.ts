import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { toBytes, toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { askChanged } from '#lib/evm/token-metadata/ask-again.ts'
import { readSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { refreshChain, refreshedTokens, refreshHashes, refreshRanges, refreshTopics } from './refresh-tokens.ts'
import { addTokensOfBlocks } from './stored-metadata.ts'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)])

const noticePosition = z.object({
  /** The newest block whose tokens and events were noticed; null before the first. */
  tail: z
    .object({
      number: z.int(),
      hash: hex,
      /** The chain's final block at that time: no reorg changes anything up to here. */
      final: z.int().nullable(),
    })
    .nullable(),
  /** Since when documents are read, in unix milliseconds: earlier changes are included in them. */
  since: z.number(),
  /** Progress of the walk over all tokens; null between two walks. */
  walk: z.object({ address: hex, hash: hex }).nullable(),
  /** Unix milliseconds at which the last walk was done; null before the first. */
  walkedAt: z.number().nullable(),
  /** Histories that were complete before this time (unix seconds) have been walked. */
  historiesAt: z.number(),
})

/** Progress of the search for tokens without a document, kept across restarts. */
export type NoticePosition = z.output<typeof noticePosition>

/** The setting that keeps the position of a chain. */
export const noticeSetting = (chain: number): string => `evm-metadata-${chain}`

export const readNoticePosition = async (
  store: Store<EvmTables>,
  chain: number,
  now: number,
): Promise<NoticePosition> => {
  const text = await readSetting(store, noticeSetting(chain))
  const stored = noticePosition.safeParse(text === undefined ? undefined : JSON.parse(text))
  return stored.success ? stored.data : { tail: null, since: now, walk: null, walkedAt: null, historiesAt: 0 }
}

export const writeNoticePosition = (store: Store<EvmTables>, chain: number, position: NoticePosition): Promise<void> =>
  writeSetting(store, noticeSetting(chain), JSON.stringify(position))

type Tail = NoticePosition['tail']
type BlockId = { number: number; hash: Uint8Array; timestamp: number }

const blocksAtOnce = 200
/** The maximum depth of a reorg on a chain without finality. */
const forkBlocksMax = 1_000

/**
 * Processes the blocks after `tail`: tokens without a document get a row, changed documents become due. Returns the new
 * tail, or the same one without further blocks. Processing a block twice is harmless.
 */
export const noticeBlocks = async (
  store: Store<EvmTables>,
  chain: number,
  { tail, since }: Pick<NoticePosition, 'tail' | 'since'>,
  now: number,
): Promise<Tail> => {
  const { db } = store
  const intervals = await readIntervals(db, chain)
  const newest = intervals.at(-1)
  if (!newest) return tail
  const final = (await readChainRow(db, chain))?.final_block ?? null
  if (!tail) {
    // Already stored tokens are found by the walk over all tokens, which starts after this.
    const block = await blockAt(db, chain, newest.last)
    return block ? tailOf(block, final) : null
  }
  const known = await blockAt(db, chain, tail.number)
  const isReset = tail.final !== null && (final === null || final < tail.final)
  if (isReset) await refreshChain(db, chain, now)
  const from = known && toHex(known.hash) === tail.hash ? tail.number + 1 : afterFork(tail, isReset)
  const interval = intervals.find(({ last }) => last >= from)
  if (!interval) return isReset ? { ...tail, final } : tail
  const first = Math.max(from, interval.first)
  const block = await blockAt(db, chain, Math.min(interval.last, first + blocksAtOnce - 1))
  if (!block) return tail
  const moment = { happenedAt: block.timestamp * 1_000, now }
  if (moment.happenedAt >= since - blockTimeMs) {
    await refreshRanges(db, chain, await changedByEvents(db, chain, first, block.number), moment)
    await refreshHashes(db, chain, await revealedByTransfers(db, chain, first, block.number), moment)
  }
  await askChanged(db, chain, first, { last: block.number, now: Math.floor(now / 1_000) })
  await addTokensOfBlocks(db, chain, { first, last: block.number }, now)
  return tailOf(block, final)
}

/** Blocks carry the time at which they were started. */
const blockTimeMs = 60_000

const tailOf = ({ number, hash }: BlockId, final: number | null): Tail => ({ number, hash: toHex(hash), final })

const afterFork = ({ number, final }: NonNullable<Tail>, isReset: boolean): number => {
  if (isReset) return 0
  return Math.max(0, Math.min(number, final === null ? number - forkBlocksMax : final + 1))
}

const blockAt = (db: Kysely<EvmTables>, chain: number, number: number): Promise<BlockId | undefined> =>
  db
    .selectFrom('evm_blocks')
    .select(['number', 'hash', 'timestamp'])
    .where('chain', '=', chain)
    .where('number', '=', number)
    .executeTakeFirst()

const changedByEvents = async (db: Kysely<EvmTables>, chain: number, first: number, last: number) => {
  const logs = await db
    .selectFrom('evm_logs')
    .select(['address', 'topic0', 'topic1', 'topic2', 'data'])
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('topic0', 'in', refreshTopics.map(toBytes))
    .execute()
  return logs.flatMap((log) => refreshedTokens(log) ?? [])
}

/**
 * Tokens that were minted here or moved for the first time: many collections reveal a token only then. Not for ERC1155,
 * which moves often and has an event for changes.
 */
const revealedByTransfers = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<Uint8Array[]> => {
  const { rows } = await sql<Pick<NftTransferRow, 'token_hash'>>`
    select distinct moved.token_hash from evm_nft_transfers as moved
    join evm_nft_metadata as m on m.chain = moved.chain and m.token_hash = moved.token_hash
    where moved.chain = ${chain} and moved.block_number >= ${first} and moved.block_number <= ${last}
      and moved.standard <> 1155 and m.uri_synced_at is not null
      and not exists (
        select 1 from evm_nft_transfers as earlier
        where earlier.chain = moved.chain and earlier.token_hash = moved.token_hash
          and (earlier.block_number, earlier.log_index, earlier.batch_index)
            < (moved.block_number, moved.log_index, moved.batch_index)
          and earlier.from_address <> ${zeroAddressBytes}
      )`.execute(db)
  return rows.map(({ token_hash }) => token_hash)
}
