import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nftWords } from '#lib/evm/chain/search-index/index-documents.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { findFullTexts, type TextMatch } from '#lib/store/full-text.ts'
import type { SearchTiers } from './tiers.ts'

export type SearchScope = {
  chain: number
  tiers: SearchTiers
  /** The blocks of minting; if undefined, tokens with an unknown mint are included. */
  minted: BlockBounds | 'never' | undefined
  /** Only tokens whose name last changed until then, see `NftTextRow`: they stay in one tier. */
  namedUntil: number
}

/** A token by its document's id, and the tier that it is in. */
export type FoundToken = { tier: number; id: number }
export type TierPlace = FoundToken

/** Lists longer than this have no total. */
const countedMax = 10_000

/** The tokens that follow `after`: tier by tier, in each the newest first. */
export const findMatches = async (
  db: Kysely<EvmTables>,
  scope: SearchScope,
  after: TierPlace | undefined,
  rows: number,
): Promise<FoundToken[]> => {
  const span = await spanOf(db, scope)
  const found: FoundToken[] = []
  for (const [tier, match] of scope.tiers.tiers.entries()) {
    if (!span || tier < (after?.tier ?? 0) || found.length >= rows) continue
    const highest = after?.tier === tier ? after.id - 1 : span.highest
    const ids = await find(db, scope, match, { ...span, highest, rows: rows - found.length })
    found.push(...ids.map((id) => ({ tier, id })))
  }
  return found
}

/** The number of matches, null above the limit. */
export const countMatches = async (db: Kysely<EvmTables>, scope: SearchScope): Promise<number | null> => {
  const span = await spanOf(db, scope)
  const ids = span ? await find(db, scope, scope.tiers.any, { ...span, rows: countedMax + 1 }) : []
  return ids.length > countedMax ? null : ids.length
}

type Span = { highest: number; lowest: number }

/** Undefined if nothing can match. */
const spanOf = async (db: Kysely<EvmTables>, { chain, tiers, minted }: SearchScope): Promise<Span | undefined> => {
  if (tiers.tiers.length === 0 || minted === 'never') return undefined
  const within = minted && (await spanOfMinted(db, chain, minted))
  if (within === 'none') return undefined
  const { rows } = await sql<Nullable<Span>>`
    select (select max(id) from evm_nft_texts where chain = ${chain}) as highest,
      (select min(id) from evm_nft_texts where chain = ${chain}) as lowest`.execute(db)
  const all = spanIn(rows[0])
  return all && within ? intersection(all, within) : all
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

const spanIn = (row: Nullable<Span> | undefined): Span | undefined =>
  row && row.highest !== null && row.lowest !== null ? { highest: row.highest, lowest: row.lowest } : undefined

const intersection = (one: Span, other: Span): Span => ({
  highest: Math.min(one.highest, other.highest),
  lowest: Math.max(one.lowest, other.lowest),
})

/** Above this number of tokens, their positions are not queried: a search soon finds enough of them. */
const mintedMax = 300_000

/** The range of ids of tokens minted in these blocks: tokens minted together were mostly first seen together. */
const spanOfMinted = async (
  db: Kysely<EvmTables>,
  chain: number,
  { lowest, highest }: BlockBounds,
): Promise<Span | 'none' | undefined> => {
  const { rows } = await sql<Nullable<Span> & { count: number }>`
    select max(id) as highest, min(id) as lowest, count(*) as count from (
      select id from evm_nft_metadata
      where chain = ${chain} and minted_block >= ${lowest}
        ${highest === undefined ? sql`` : sql`and minted_block <= ${highest}`}
      limit ${mintedMax + 1}
    ) as minted`.execute(db)
  const [found] = rows
  return found && found.count > mintedMax ? undefined : (spanIn(found) ?? 'none')
}

const find = (
  db: Kysely<EvmTables>,
  scope: SearchScope,
  match: TextMatch,
  part: Span & { rows: number },
): Promise<number[]> =>
  findFullTexts(db, nftWords, { scope: scope.chain, match, ...part, where: (id) => isShown(id, scope) })

/**
 * Tokens whose transfers were removed by a reorg no longer exist. `offset 0` keeps PostgreSQL from joining all tokens
 * first instead of only those of a page.
 */
const isShown = (id: RawBuilder<number>, { chain, minted, namedUntil }: SearchScope) => sql`exists (
  select 1 from evm_nft_texts as known
  join evm_nft_tokens as token on token.chain = known.chain and token.token_address = known.token_address
    and token.token_hash = known.token_hash
  where known.chain = ${chain} and known.id = ${id} and known.named_at <= ${namedUntil} ${mintedIn(minted)}
  limit 1 offset 0)`

const mintedIn = (minted: SearchScope['minted']) => {
  if (minted === undefined || minted === 'never') return sql``
  const until = minted.highest === undefined ? sql`` : sql`and token.minted_block <= ${minted.highest}`
  return sql`and token.minted_block >= ${minted.lowest} ${until}`
}
