import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { dayOf } from '#lib/evm/chain/decode/day-sums.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { contractsNamed } from '#lib/evm/search/find-contracts.ts'

/**
 * The contracts among these (at most a page) that are complete through a verified backfill on an incomplete chain. Read
 * counts that are called complete after this.
 */
const completeContracts = async (
  { store: { db }, coverage }: Pick<EvmQueryContext, 'store' | 'coverage'>,
  chain: ServedChain,
  addresses: readonly Uint8Array[],
): Promise<string[]> => {
  if (addresses.length === 0) return []
  const verified = await db
    .selectFrom('evm_histories')
    .select('address')
    .where('chain', '=', chain.id)
    .where('address', 'in', addresses)
    .where('check_state', '=', 'passed')
    .execute()
  const contracts = verified.map(({ address }) => toHex(address))
  const each = await Promise.all(contracts.map((address) => coverage(chain, [address])))
  return contracts.filter((_, index) => each[index]?.({ first: 0 }).isComplete)
}

/** The tables of one list of contracts: their sums, and their transfers by day. */
export type Ranking<Row> = {
  route: string
  contracts: 'evm_erc20_tokens' | 'evm_nft_collections'
  days: 'evm_erc20_days' | 'evm_nft_collection_days'
  /** The column of the sort `owners`. */
  owners: keyof Row & ('holders' | 'owners')
  columns: readonly (keyof Row & string)[]
  kinds: readonly ContractKind[]
}

type Sort = 'owners' | 'transfers' | 'newest'
type Ranked = { token_address: Uint8Array; first_block: number }
type WithDay<Row> = Row & { day_transfers: number }
/** Whether every transfer of the contract is indexed. */
type Shown<Row> = WithDay<Row> & { isComplete: boolean }

type Question = { sort: Sort; search: string | undefined; cursor: string | undefined; limit: number }
/** The two values that sort a row, both descending: the second one orders rows without a transfer on the day. */
type Order = readonly [first: number, second: number]
type Query = {
  chain: number
  sort: Sort
  day: number
  limit: number
  /** The order and address of the last row shown. */
  after?: { order: Order; token: Uint8Array }
}

const foundMax = 100

/**
 * A page of all contracts in one order: a range of an index, or of two for `transfers`, where those without a transfer on the day
 * follow. A search reads what the words of names find. `day` is the one of `day_transfers`. Reports the coverage.
 */
export const rankedPage = async <Row extends Ranked>(
  context: EvmQueryContext,
  ranking: Ranking<Row>,
  served: ServedChain,
  { sort, search, cursor: from, limit: asked }: Question,
  call: CallContext | undefined,
): Promise<{ shown: Shown<Row>[]; cursor: string | null; day: string }> => {
  const { db } = context.store
  const chain = served.id
  const { isComplete } = await reportCoverage(context.coverage, served, call)
  const orderOf = orderIn(ranking, sort)
  const binding = { route: ranking.route, filters: { chain, sort, search } }
  const position = openCursor(context, from, binding)
  const { limit, page } = position ?? { limit: asked, page: 1 }
  const newest = await newestBlock(db, chain)
  const [first, second, token, keptDay] = position?.key ?? []
  const day = keptDay === undefined ? await listedDay(db, chain, newest?.timestamp ?? 0) : Number(keptDay)
  const query: Query = {
    ...{ chain, sort, day, limit: limit + 1 },
    ...(token !== undefined && { after: { order: [Number(first), Number(second)], token: toBytes(String(token)) } }),
  }
  const rows =
    search === undefined ? await listedRows(db, ranking, query) : await foundRows(context, ranking, query, search)
  const { shown, cursor } = shownPage(
    context,
    { rows, limit, page, keyOf: (last) => [...orderOf(last), toHex(last.token_address), day] },
    binding,
  )
  return {
    shown: isComplete
      ? shown.map((row) => ({ ...row, isComplete }))
      : await withOwnCoverage(context, ranking, served, shown),
    cursor,
    day: new Date(day * 86_400_000).toISOString().slice(0, 10),
  }
}

/** On a chain that is not indexed whole: the sums of contracts with a complete backfill are read again, after its coverage. */
const withOwnCoverage = async <Row extends Ranked>(
  context: EvmQueryContext,
  ranking: Ranking<Row>,
  chain: ServedChain,
  shown: readonly WithDay<Row>[],
): Promise<Shown<Row>[]> => {
  const complete = await completeContracts(
    context,
    chain,
    shown.map(({ token_address }) => token_address),
  )
  if (complete.length === 0) return shown.map((row) => ({ ...row, isComplete: false }))
  const { rows } = await sql<Row>`
    select ${columnsOf(ranking)} from ${sql.table(ranking.contracts)} as t
    where t.chain = ${chain.id} and t.token_address in (${sql.join(complete.map(toBytes))})`.execute(context.store.db)
  const sums = new Map(rows.map((row) => [toHex(row.token_address), row]))
  return shown.map((row) => {
    const own = sums.get(toHex(row.token_address))
    return { ...row, ...own, isComplete: own !== undefined }
  })
}

const orderIn =
  <Row extends Ranked>({ owners }: Ranking<Row>, sort: Sort) =>
  (row: WithDay<Row>): Order => {
    if (sort === 'owners') return [Number(row[owners]), 0]
    if (sort === 'newest') return [row.first_block, 0]
    return row.day_transfers > 0 ? [row.day_transfers, 0] : [0, row.first_block]
  }

/** The day before that of the newest block, which is whole; the latter where the index has nothing of it. */
const listedDay = async (db: Kysely<EvmTables>, chain: number, newestTimestamp: number): Promise<number> => {
  const today = dayOf(newestTimestamp)
  const yesterday = await db
    .selectFrom('evm_days')
    .select('day')
    .where('chain', '=', chain)
    .where('day', '=', today - 1)
    .executeTakeFirst()
  return yesterday ? today - 1 : today
}

const columnsOf = <Row>({ columns }: Ranking<Row>): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(`t.${column}`)))

const listedRows = async <Row extends Ranked>(
  db: Kysely<EvmTables>,
  ranking: Ranking<Row>,
  query: Query,
): Promise<WithDay<Row>[]> => {
  const { sort, limit, after } = query
  const [first, second] = after?.order ?? []
  const place = after && first !== undefined ? { value: first, token: after.token } : undefined
  if (sort === 'newest') return await byColumn(db, ranking, query, { column: 'first_block', place })
  if (sort === 'owners') return await byColumn(db, ranking, query, { column: ranking.owners, place })
  const moved = first === 0 ? [] : await movedOnDay(db, ranking, query, place)
  if (moved.length === limit) return moved
  const unmoved = after && first === 0 ? { value: second ?? 0, token: after.token } : undefined
  return [...moved, ...(await unmovedOnDay(db, ranking, { ...query, limit: limit - moved.length }, unmoved))]
}

/** The value that sorts, and the address, of a row in an index. */
type Place = { value: number; token: Uint8Array } | undefined

const below = (column: RawBuilder<unknown>, token: RawBuilder<unknown>, place: Place): RawBuilder<unknown> =>
  place ? sql`and (${column}, ${token}) < (${place.value}, ${place.token})` : sql``

const movedOnDay = async <Row extends Ranked>(
  db: Kysely<EvmTables>,
  ranking: Ranking<Row>,
  { chain, day, limit }: Query,
  place: Place,
): Promise<WithDay<Row>[]> => {
  const { rows } = await sql<WithDay<Row>>`
    select ${columnsOf(ranking)}, d.transfers as day_transfers from (
      select d.transfers, d.token_address from ${sql.table(ranking.days)} as d
      where d.chain = ${chain} and d.day = ${day} and d.transfers > 0
        ${below(sql`d.transfers`, sql`d.token_address`, place)}
      order by d.transfers desc, d.token_address desc limit ${limit}
    ) as d join ${sql.table(ranking.contracts)} as t on t.chain = ${chain} and t.token_address = d.token_address
    order by d.transfers desc, d.token_address desc`.execute(db)
  return rows
}

/** The others, newest first. All pages together skip each contract that moved on the day once: thousands, on any chain. */
const unmovedOnDay = async <Row extends Ranked>(
  db: Kysely<EvmTables>,
  ranking: Ranking<Row>,
  query: Query,
  place: Place,
): Promise<WithDay<Row>[]> => {
  const unmoved = sql`and not exists (select 1 from ${sql.table(ranking.days)} as d
    where d.chain = ${query.chain} and d.token_address = t.token_address and d.day = ${query.day} and d.transfers > 0)`
  return await byColumn(db, ranking, query, { column: 'first_block', place, condition: unmoved })
}

type ColumnRange = { column: 'first_block' | 'holders' | 'owners'; place: Place; condition?: RawBuilder<unknown> }

const byColumn = async <Row extends Ranked>(
  db: Kysely<EvmTables>,
  ranking: Ranking<Row>,
  { chain, day, limit }: Query,
  { column: name, place, condition = sql`` }: ColumnRange,
): Promise<WithDay<Row>[]> => {
  const column = sql.ref(`t.${name}`)
  const { rows } = await sql<WithDay<Row>>`
    select ${columnsOf(ranking)}, coalesce(d.transfers, 0) as day_transfers from (
      select * from ${sql.table(ranking.contracts)} as t
      where t.chain = ${chain} ${below(column, sql`t.token_address`, place)} ${condition}
      order by ${column} desc, t.token_address desc limit ${limit}
    ) as t left join ${sql.table(ranking.days)} as d
      on d.chain = ${chain} and d.token_address = t.token_address and d.day = ${day}
    order by ${column} desc, t.token_address desc`.execute(db)
  return rows
}

const foundRows = async <Row extends Ranked>(
  context: EvmQueryContext,
  ranking: Ranking<Row>,
  { chain, sort, day, limit, after }: Query,
  text: string,
): Promise<WithDay<Row>[]> => {
  const found = (await contractsNamed(context, chain, text, ranking.kinds)).slice(0, foundMax)
  if (found.length === 0) return []
  const { rows } = await sql<WithDay<Row>>`
    select ${columnsOf(ranking)}, coalesce(d.transfers, 0) as day_transfers from ${sql.table(ranking.contracts)} as t
    left join ${sql.table(ranking.days)} as d
      on d.chain = ${chain} and d.token_address = t.token_address and d.day = ${day}
    where t.chain = ${chain} and t.token_address in (${sql.join(found)})`.execute(context.store.db)
  const orderOf = orderIn(ranking, sort)
  /** Descending, as the indexes are read. */
  const compare = (row: WithDay<Row>, [first, second]: Order, token: Uint8Array): number => {
    const [own, ownSecond] = orderOf(row)
    return first - own || second - ownSecond || Buffer.compare(token, row.token_address)
  }
  return rows
    .filter((row) => !after || compare(row, after.order, after.token) > 0)
    .sort((a, b) => compare(a, orderOf(b), b.token_address))
    .slice(0, limit)
}
