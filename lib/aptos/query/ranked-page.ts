import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AptosNamed, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { nameWordBytes, nameWords, startsWith, wordsEnd } from '#lib/base/name-words.ts'
import { type AptosNftContext, newestFirstPage } from './context.ts'

/** Words checked for one text: a short one is a prefix of many. The shortest come first, so exact matches are included. */
const wordsMax = 400

export type Named = { name: string | null; symbol?: string | null }

/** The ids of a kind with a word that starts so, from a range of the words' key; also words of former names: see `isNamed`. */
export const idsNamed = async (db: Kysely<AptosTables>, chainId: number, prefix: Uint8Array) => {
  const { rows: words } = await sql<{ kind: number; id: Uint8Array }>`
    select kind, id from aptos_name_words
    where chain_id = ${chainId} and word >= ${prefix} and word < ${wordsEnd(prefix)}
    order by word limit ${wordsMax}`.execute(db)
  return (named: AptosNamed): Uint8Array[] => [
    ...new Map(words.flatMap(({ kind, id }) => (kind === named ? [[toHex(id), id] as const] : []))).values(),
  ]
}

/** Whether a word of its present name or symbol starts so. */
export const isNamed = ({ name, symbol = null }: Named, prefix: Uint8Array): boolean =>
  nameWords({ name, symbol }).some((word) => startsWith(word, prefix))

/** The tables of one list: what it lists, and the activity of each by day. */
export type AptosRanking = {
  route: string
  table: 'aptos_collections' | 'aptos_assets'
  days: 'aptos_collection_days' | 'aptos_asset_days'
  /** Its column in both tables. */
  id: 'collection_data_id_hash' | 'asset_id'
  named: AptosNamed
}

type Ranked = Named & { first_version: number }
type Place = { ranked_id: Uint8Array; day_activity: number }
type Shown<Row> = Row & Place

/** The two values that sort a row, both descending: the second one orders rows without activity on the day. */
type Order = readonly [first: number, second: number]
type After = { order: Order; id: Uint8Array } | undefined

type Question = {
  chainId: number
  sort: 'activity' | 'newest'
  search: string | undefined
  limit: number
  cursor: string | undefined
}
type Query = Pick<Question, 'chainId' | 'sort'> & { day: number; limit: number; after: After }

const foundMax = 100
const dayMs = 86_400_000

/**
 * A page of everything indexed in one order: a range of an index, or of two for `activity`, where those without activity on the
 * day follow. A search reads what the words of names find. `day` is the one of `day_activity`.
 */
export const aptosRankedPage = async <Row extends Ranked>(
  context: AptosNftContext,
  ranking: AptosRanking,
  { chainId, sort, search, limit, cursor }: Question,
): Promise<{ rows: Shown<Row>[]; cursor: string | null; day: string }> => {
  const { db } = context.store
  let day = 0
  const page = await newestFirstPage<Shown<Row>>(context, {
    binding: { route: ranking.route, filters: { chainId, sort, search } },
    limit,
    cursor,
    read: async (before, count) => {
      const [first, second, id, keptDay] = before ?? []
      day = keptDay === undefined ? await listedDay(db, ranking, chainId) : Number(keptDay)
      const after =
        id === undefined
          ? undefined
          : { order: [Number(first), Number(second)] as const, id: Buffer.from(String(id), 'hex') }
      const query: Query = { chainId, sort, day, limit: count, after }
      return search === undefined ? await listedRows(db, ranking, query) : await foundRows(db, ranking, query, search)
    },
    keyOf: (row) => [...orderOf(sort, row), toHex(row.ranked_id).slice(2), day],
  })
  return { ...page, day: new Date(day * dayMs).toISOString().slice(0, 10) }
}

const orderOf = (sort: Question['sort'], row: Ranked & Place): Order => {
  if (sort === 'newest') return [row.first_version, 0]
  return row.day_activity > 0 ? [row.day_activity, 0] : [0, row.first_version]
}

/** The day before the newest one, which is whole; the latter where the index has nothing of it. */
const listedDay = async (db: Kysely<AptosTables>, { days }: AptosRanking, chainId: number): Promise<number> => {
  const { rows } = await sql<{ day: number }>`
    select day from ${sql.table(days)} where chain_id = ${chainId} order by day desc limit 1`.execute(db)
  const newest = rows[0]?.day ?? 0
  const { rows: before } = await sql`
    select 1 as one from ${sql.table(days)} where chain_id = ${chainId} and day = ${newest - 1} limit 1`.execute(db)
  return before.length > 0 ? newest - 1 : newest
}

const listedRows = async <Row extends Ranked>(
  db: Kysely<AptosTables>,
  ranking: AptosRanking,
  query: Query,
): Promise<Shown<Row>[]> => {
  const { sort, limit, after } = query
  if (sort === 'newest') {
    const place = after && { value: after.order[0], id: after.id }
    return await byAge(db, ranking, query, { place })
  }
  const isPast = after !== undefined && after.order[0] === 0
  const active = isPast ? [] : await activeOnDay<Row>(db, ranking, query)
  if (active.length === limit) return active
  const from = isPast ? { value: after.order[1], id: after.id } : undefined
  return [...active, ...(await inactiveOnDay<Row>(db, ranking, { ...query, limit: limit - active.length }, from))]
}

/** The value that sorts, and the id, of a row in an index. */
type IndexPlace = { value: number; id: Uint8Array } | undefined

const below = (column: RawBuilder<unknown>, id: RawBuilder<unknown>, place: IndexPlace): RawBuilder<unknown> =>
  place ? sql`and (${column}, ${id}) < (${place.value}, ${place.id})` : sql``

const activeOnDay = async <Row extends Ranked>(
  db: Kysely<AptosTables>,
  { table, days, id }: AptosRanking,
  { chainId, day, limit, after }: Query,
): Promise<Shown<Row>[]> => {
  const place = after && { value: after.order[0], id: after.id }
  const { rows } = await sql<Shown<Row>>`
    select t.*, d.ranked_id, d.activity_count as day_activity from (
      select d.activity_count, ${sql.ref(`d.${id}`)} as ranked_id from ${sql.table(days)} as d
      where d.chain_id = ${chainId} and d.day = ${day} and d.activity_count > 0
        ${below(sql`d.activity_count`, sql.ref(`d.${id}`), place)}
      order by d.activity_count desc, ${sql.ref(`d.${id}`)} desc limit ${limit}
    ) as d join ${sql.table(table)} as t on t.chain_id = ${chainId} and ${sql.ref(`t.${id}`)} = d.ranked_id
    order by d.activity_count desc, d.ranked_id desc`.execute(db)
  return rows
}

/** The others, newest first. All pages together skip each that was active on the day once: thousands, on any ledger. */
const inactiveOnDay = async <Row extends Ranked>(
  db: Kysely<AptosTables>,
  ranking: AptosRanking,
  query: Query,
  place: IndexPlace,
): Promise<Shown<Row>[]> => {
  const id = sql.ref(`d.${ranking.id}`)
  const inactive = sql`and not exists (select 1 from ${sql.table(ranking.days)} as d
    where d.chain_id = ${query.chainId} and ${id} = ${sql.ref(`t.${ranking.id}`)} and d.day = ${query.day}
      and d.activity_count > 0)`
  return await byAge(db, ranking, query, { place, condition: inactive })
}

const withDay = ({ days, id }: AptosRanking, chainId: number, day: number): RawBuilder<unknown> => sql`
  left join ${sql.table(days)} as d
    on d.chain_id = ${chainId} and ${sql.ref(`d.${id}`)} = ${sql.ref(`t.${id}`)} and d.day = ${day}`

const rankedColumns = ({ id }: AptosRanking): RawBuilder<unknown> =>
  sql`t.*, ${sql.ref(`t.${id}`)} as ranked_id, coalesce(d.activity_count, 0) as day_activity`

const byAge = async <Row extends Ranked>(
  db: Kysely<AptosTables>,
  ranking: AptosRanking,
  { chainId, day, limit }: Query,
  { place, condition = sql`` }: { place: IndexPlace; condition?: RawBuilder<unknown> },
): Promise<Shown<Row>[]> => {
  const id = sql.ref(`t.${ranking.id}`)
  const { rows } = await sql<Shown<Row>>`
    select ${rankedColumns(ranking)} from (
      select * from ${sql.table(ranking.table)} as t
      where t.chain_id = ${chainId} ${below(sql`t.first_version`, id, place)} ${condition}
      order by t.first_version desc, ${id} desc limit ${limit}
    ) as t ${withDay(ranking, chainId, day)}
    order by t.first_version desc, ${id} desc`.execute(db)
  return rows
}

const foundRows = async <Row extends Ranked>(
  db: Kysely<AptosTables>,
  ranking: AptosRanking,
  { chainId, sort, day, limit, after }: Query,
  text: string,
): Promise<Shown<Row>[]> => {
  const prefix = nameWordBytes(text)
  const found = (await idsNamed(db, chainId, prefix))(ranking.named).slice(0, foundMax)
  if (found.length === 0) return []
  const { rows } = await sql<Shown<Row>>`
    select ${rankedColumns(ranking)} from ${sql.table(ranking.table)} as t ${withDay(ranking, chainId, day)}
    where t.chain_id = ${chainId} and ${sql.ref(`t.${ranking.id}`)} in (${sql.join(found)})`.execute(db)
  /** Descending, as the indexes are read. */
  const compare = (row: Shown<Row>, [first, second]: Order, id: Uint8Array): number => {
    const [own, ownSecond] = orderOf(sort, row)
    return first - own || second - ownSecond || Buffer.compare(id, row.ranked_id)
  }
  return rows
    .filter((row) => isNamed(row, prefix) && (!after || compare(row, after.order, after.id) > 0))
    .sort((a, b) => compare(a, orderOf(sort, b), b.ranked_id))
    .slice(0, limit)
}
