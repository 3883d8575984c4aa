import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { type NoticePosition, noticeBlocks, readNoticePosition, writeNoticePosition } from './notice-blocks.ts'
import { addTokens, type TokenWithoutRow } from './stored-metadata.ts'

/** The position of a walk over tokens: after this one, in key order. */
export type WalkPlace = { address: Uint8Array; hash: Uint8Array }

const tokensAtOnce = 1_000

/**
 * One step of a walk over the tokens of a chain or of one contract: tokens without a row get one, due at `now`, and
 * rows get the block of minting. Returns where to continue; undefined at the end.
 */
export const walkTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  after: WalkPlace,
  { contract, now }: { contract: Uint8Array | undefined; now: number },
): Promise<WalkPlace | undefined> => {
  const within = contract
    ? sql`token_address = ${contract} and token_hash > ${after.hash}`
    : sql`(token_address, token_hash) > (${after.address}, ${after.hash})`
  const { rows } = await sql<TokenWithoutRow & { id: number | null; noted_block: number | null }>`
    select t.token_address, t.token_hash, t.token_id, t.minted_block, m.id, m.minted_block as noted_block
    from (
      select token_address, token_hash, token_id, minted_block from evm_nft_tokens
      where chain = ${chain} and ${within}
      order by token_address, token_hash limit ${tokensAtOnce}
    ) as t
    left join evm_nft_metadata as m on m.chain = ${chain} and m.token_hash = t.token_hash
    order by t.token_address, t.token_hash`.execute(db)
  await addTokens(
    db,
    chain,
    rows.filter(({ id }) => id === null),
    now,
  )
  for (const { id, minted_block, noted_block } of rows)
    if (id !== null && minted_block !== noted_block)
      await db
        .updateTable('evm_nft_metadata')
        .set({ minted_block })
        .where('chain', '=', chain)
        .where('id', '=', id)
        .execute()
  const last = rows.at(-1)
  return rows.length < tokensAtOnce || !last ? undefined : { address: last.token_address, hash: last.token_hash }
}

/** Before the first token of all. */
export const walkStart: WalkPlace = { address: new Uint8Array(0), hash: new Uint8Array(0) }

/** Looks for tokens without a document, and for documents that changed. */
export type TokenNotice = {
  /** Does a bounded part of the work; returns whether there is more to do at once. */
  step(): Promise<boolean>
}

/** The walk over all tokens finds tokens that were missed otherwise: it runs rarely, and rests longer than it works. */
const walkEveryMs = 600_000
const restPerWork = 20
const historiesEveryMs = 5_000
/** A running backfill is walked repeatedly, as far as it has been read. */
const growingEveryMs = 60_000

type HistoryWalk = { address: Uint8Array; after: WalkPlace }
type Walked = { rowCount: number; at: number }

/**
 * Ensures that eventually every token of an indexed collection has a row: tokens in new blocks at once, those of a
 * contract's backfill as it grows, and all others by a repeated walk over all tokens.
 */
export const createTokenNotice = (store: Store<EvmTables>, chain: number, now: () => number): TokenNotice => {
  const { db } = store
  let position: NoticePosition | undefined
  let historyWalks: HistoryWalk[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let walkStartedAt = Number.NEGATIVE_INFINITY
  let walkTookMs = 0
  /** By address: the part of a backfill that was walked. */
  const walked = new Map<string, Walked>()

  const newHistoryWalks = async (since: number): Promise<HistoryWalk[]> => {
    const histories = await db
      .selectFrom('evm_histories')
      .select(['address', 'row_count', 'synced_at'])
      .where('chain', '=', chain)
      .where((where) => where.or([where('synced_at', 'is', null), where('synced_at', '>=', since)]))
      .where('row_count', '>', 0)
      .execute()
    return histories.flatMap(({ address, row_count, synced_at }) => {
      const before = walked.get(toHex(address))
      if (before?.rowCount === row_count) return []
      if (before && synced_at === null && now() - before.at < growingEveryMs) return []
      walked.set(toHex(address), { rowCount: row_count, at: now() })
      return { address, after: walkStart }
    })
  }

  const stepHistories = async (known: NoticePosition): Promise<NoticePosition> => {
    const [walk] = historyWalks
    if (!walk) {
      if (now() - lookedAt < historiesEveryMs) return known
      // All walks of the last round are done.
      const historiesAt = lookedAt > 0 ? Math.floor(lookedAt / 1_000) : known.historiesAt
      lookedAt = now()
      historyWalks = await newHistoryWalks(known.historiesAt)
      return historyWalks.length > 0 ? { ...known, historiesAt } : known
    }
    const after = await walkTokens(db, chain, walk.after, { contract: walk.address, now: now() })
    historyWalks = after ? [{ ...walk, after }, ...historyWalks.slice(1)] : historyWalks.slice(1)
    return known
  }

  const isWalking = ({ walk, walkedAt }: NoticePosition): boolean =>
    walk !== null || walkedAt === null || now() - walkedAt >= Math.max(walkEveryMs, restPerWork * walkTookMs)

  const stepWalk = async (known: NoticePosition): Promise<NoticePosition> => {
    // Set the tail first: blocks stored after it are then visible to the walk.
    if (!isWalking(known) || !known.tail) return known
    if (known.walk === null) walkStartedAt = now()
    const place = known.walk
      ? { address: toBytes(known.walk.address), hash: toBytes(known.walk.hash) }
      : { ...walkStart }
    const after = await walkTokens(db, chain, place, { contract: undefined, now: now() })
    if (after) return { ...known, walk: { address: toHex(after.address), hash: toHex(after.hash) } }
    walkTookMs = now() - Math.max(walkStartedAt, 0)
    return { ...known, walk: null, walkedAt: now() }
  }

  return {
    step: async () => {
      const before = position ?? (await readNoticePosition(store, chain, now()))
      const tail = await noticeBlocks(store, chain, before, now())
      const next = await stepWalk(await stepHistories({ ...before, tail }))
      if (JSON.stringify(next) !== JSON.stringify(position)) await writeNoticePosition(store, chain, next)
      position = next
      return tail?.hash !== before.tail?.hash || historyWalks.length > 0 || next.walk !== null
    },
  }
}
