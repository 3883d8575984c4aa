import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { RequestedRange } from '#lib/api/coverage.ts'
import type { Input, Service } from '#lib/api/endpoint.ts'
import { fieldLetters, searchWordsOf, soughtWords, wholeNameWord } from '#lib/evm/chain/search-index/document-text.ts'
import { newestNaming, nftWords } from '#lib/evm/chain/search-index/index-documents.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import {
  type BlockBounds,
  type BoundParameters,
  requestedBlocks,
  requestedFromKey,
  requestedKey,
  resolveBounds,
} from '#lib/evm/query/block-bounds.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { totalShown } from '#lib/evm/query/totals.ts'
import { searchRecords } from '#lib/evm/search/search-records.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import { findFullTexts, type TextMatch } from '#lib/store/full-text.ts'
import type { nftEndpoints } from './contract.ts'

type Filter = Input<(typeof nftEndpoints)['searchNfts']>['filter']
type Field = 'name' | 'description' | 'attributes' | 'other'

const fieldsOf = {
  name: ['name'],
  description: ['description'],
  attributes: ['attributes'],
  global: ['name', 'description', 'attributes', 'other'],
  'name,description': ['name', 'description'],
  'name,attributes': ['name', 'attributes'],
  'description,attributes': ['description', 'attributes'],
  'name,description,attributes': ['name', 'description', 'attributes'],
} as const satisfies Record<Filter, readonly Field[]>

type SearchTiers = {
  /** The matches of each tier, best first; the tiers are disjoint. */
  tiers: readonly TextMatch[]
  /** The matches of all tiers. */
  any: TextMatch
}

/**
 * Every word of `q` must be in one of the fields. The order only depends on the token's own text, so that it is stable
 * while others arrive. A text without words finds nothing.
 */
const searchTiers = (q: string, filter: Filter, addresses: readonly string[] | undefined): SearchTiers => {
  const sought = soughtWords(q)
  if (sought.length === 0) return { tiers: [], any: { every: [] } }
  const inFields = (fields: readonly Field[]): TextMatch['every'] =>
    sought.map(({ word, isPrefix }) => fields.map((field) => ({ word: fieldLetters[field] + word, isPrefix })))
  const whole = [[{ word: wholeNameWord(searchWordsOf(q)), isPrefix: false }]]
  const contracts = (addresses ?? []).map((address) => ({
    word: fieldLetters.contract + address.slice(2),
    isPrefix: false,
  }))
  const within: TextMatch['every'] = contracts.length > 0 ? [contracts] : []

  const fields: readonly Field[] = fieldsOf[filter]
  const any: TextMatch = { every: [...inFields(fields), ...within] }
  if (!fields.includes('name')) return { tiers: [any], any }
  const named = inFields(['name'])
  const tiers: TextMatch[] = [
    { every: [...whole, ...within] },
    { every: [...named, ...within], except: whole },
    ...(fields.length > 1 ? [{ ...any, except: named }] : []),
  ]
  return { tiers, any }
}

type SearchScope = {
  chain: number
  tiers: SearchTiers
  /** The blocks of minting; if undefined, tokens with an unknown mint are included. */
  minted: BlockBounds | 'never' | undefined
  /** Only tokens whose name last changed until then, see `NftTextRow`: they stay in one tier. */
  namedUntil: number
}

/** A token by its document's id, and the tier that it is in. */
type FoundToken = { tier: number; id: number }
type TierPlace = FoundToken

/** Lists longer than this have no total. */
const countedMax = 10_000

/** The tokens that follow `after`: tier by tier, in each the newest first. */
const findMatches = async (
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
const countMatches = async (db: Kysely<EvmTables>, scope: SearchScope): Promise<number | null> => {
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

/**
 * First the tokens whose whole name is the text, then those with its words in their name, then all others, each
 * with the newest document first. A token occurs once across all pages; one whose name changed since page 1 at most
 * once. Documents read since page 1 are not included.
 */
export const searchNftsQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['searchNfts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { q, filter } = input
    const addresses = input.addresses?.length ? input.addresses.toSorted() : undefined
    const bounds = boundsOf(input)
    const filters = { chain: chain.id, q, filter, addresses, ...bounds }
    const binding: CursorBinding = { route: 'searchNfts', filters }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const coverageThen = await context.coverage(chain, addresses)
    const { db } = context.store
    const found = await boundsWithin(context, chain.id, bounds)
    const asked = position ? requestedFromKey(position.key[3], position.key[4]) : found.asked
    const coverage = coverageThen(asked)
    call?.coveredBy?.(coverage)

    const scope: SearchScope = {
      chain: chain.id,
      tiers: searchTiers(q, filter, addresses),
      minted: found.minted,
      namedUntil: position ? Number(position.key[2]) : await newestNaming(db, chain.id),
    }
    const after: TierPlace | undefined = position && { tier: Number(position.key[0]), id: Number(position.key[1]) }
    const [rows, counted] = await Promise.all([
      findMatches(db, scope, after, limit + 1),
      position ? position.total : input.disable_total ? null : countMatches(db, scope),
    ])
    const keyOf = ({ tier, id }: FoundToken) => [tier, id, scope.namedUntil, ...requestedKey(asked, coverage, bounds)]
    const { shown, cursor } = shownPage(context, { rows, limit, page, total: counted, keyOf }, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: shown.length })
    const result = await searchRecords(
      context,
      chain.id,
      shown.map(({ id }) => id),
      input.format,
    )
    return { total, page: page - 1, page_size: limit, cursor, result }
  }

const boundsOf = ({
  from_block,
  to_block,
  from_date,
  to_date,
}: Input<(typeof nftEndpoints)['searchNfts']>): BoundParameters => ({
  from_block,
  to_block,
  from_date,
  to_date,
})

/** `minted` is undefined without bounds: tokens with an unknown mint are then included. */
const boundsWithin = async (
  { store }: EvmQueryContext,
  chain: number,
  bounds: BoundParameters,
): Promise<{ minted: SearchScope['minted']; asked: RequestedRange }> => {
  if (Object.values(bounds).every((bound) => bound === undefined)) return { minted: undefined, asked: { first: 0 } }
  const within = await resolveBounds(store.db, chain, bounds)
  return { minted: within ?? 'never', asked: requestedBlocks(within, bounds) }
}
