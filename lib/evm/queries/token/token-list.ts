import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { reportCoverage } from '#lib/evm/coverage/report-coverage.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import { dayOf } from '#lib/evm/decode/day-sums.ts'
import type { Erc20TokenRow } from '#lib/evm/erc20-balance-tables.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { marksOf } from '#lib/evm/queries/parts/flags.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import { newestBlock } from '#lib/evm/queries/parts/newest-block.ts'
import { tokenMetadata } from '#lib/evm/queries/parts/token-metadata.ts'
import { tokensNamed } from '#lib/evm/queries/search/find-contracts.ts'
import type { EvmTables } from '#lib/evm/tables.ts'

type Sort = 'holders' | 'transfers' | 'newest'
type ListedRow = Pick<Erc20TokenRow, 'token_address' | 'first_block' | 'transfers' | 'holders' | 'built_to'> & {
  day_transfers: number
}
type Query = {
  chain: number
  sort: Sort
  day: number
  limit: number
  /** The value that sorts, and the address, of the last row shown. */
  after?: { value: number; token: Uint8Array }
}

const foundMax = 100

/** A page is a range of one index; a search reads what the words of names find. */
export const tokenList =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmTokens'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { sort, search } = input
    const { db } = context.store
    const { isComplete } = await reportCoverage(context.coverage, chain, call)
    const binding = { route: 'evmTokens', filters: { chain: chain.id, sort, search } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const newest = await newestBlock(db, chain.id)
    const [value, token, keptDay] = place?.key ?? []
    const day = keptDay === undefined ? await listedDay(db, chain.id, newest?.timestamp ?? 0) : Number(keptDay)
    const query: Query = {
      ...{ chain: chain.id, sort, day, limit: limit + 1 },
      ...(token !== undefined && { after: { value: Number(value), token: toBytes(String(token)) } }),
    }
    const rows = search === undefined ? await listedRows(db, query) : await foundRows(context, query, search)
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: (last) => [sortValue(last, sort), toHex(last.token_address), day] },
      binding,
    )
    const addresses = shown.map(({ token_address }) => toHex(token_address))
    const [metadata, marks] = await Promise.all([
      tokenMetadata(db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
    ])
    return {
      cursor,
      result: shown.map((row, index) => {
        const address = addresses[index] ?? ''
        const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(address) ?? {}
        const { possible_spam, verified_collection } = marks.flags(address)
        return {
          address,
          name,
          symbol,
          decimals,
          holders: row.built_to === null && isComplete ? row.holders : null,
          transfers: row.transfers,
          day_transfers: row.day_transfers,
          day: new Date(day * 86_400_000).toISOString().slice(0, 10),
          first_block: String(row.first_block),
          possible_spam,
          verified: verified_collection || isListed,
        }
      }),
    }
  }

const sortValue = (row: ListedRow, sort: Sort): number =>
  sort === 'holders' ? row.holders : sort === 'transfers' ? row.day_transfers : row.first_block

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

const columns = sql`t.token_address, t.first_block, t.transfers, t.holders, t.built_to`

const listedRows = async (db: Kysely<EvmTables>, { chain, sort, day, limit, after }: Query): Promise<ListedRow[]> => {
  if (sort === 'transfers') {
    const from = after ? sql`and (d.transfers, d.token_address) < (${after.value}, ${after.token})` : sql``
    const { rows } = await sql<ListedRow>`
      select ${columns}, d.transfers as day_transfers from (
        select d.transfers, d.token_address from evm_erc20_days as d
        where d.chain = ${chain} and d.day = ${day} ${from}
        order by d.transfers desc, d.token_address desc limit ${limit}
      ) as d join evm_erc20_tokens as t on t.chain = ${chain} and t.token_address = d.token_address
      order by d.transfers desc, d.token_address desc`.execute(db)
    return rows
  }
  const column = sql.ref(sort === 'holders' ? 't.holders' : 't.first_block')
  const from = after ? sql`and (${column}, t.token_address) < (${after.value}, ${after.token})` : sql``
  const held = sort === 'holders' ? sql`and t.holders > 0` : sql``
  const { rows } = await sql<ListedRow>`
    select ${columns}, coalesce(d.transfers, 0) as day_transfers from (
      select * from evm_erc20_tokens as t where t.chain = ${chain} ${held} ${from}
      order by ${column} desc, t.token_address desc limit ${limit}
    ) as t left join evm_erc20_days as d
      on d.chain = ${chain} and d.token_address = t.token_address and d.day = ${day}
    order by ${column} desc, t.token_address desc`.execute(db)
  return rows
}

const foundRows = async (context: EvmQueryContext, query: Query, text: string): Promise<ListedRow[]> => {
  const { chain, sort, day, limit, after } = query
  const found = (await tokensNamed(context, chain, text)).slice(0, foundMax)
  if (found.length === 0) return []
  const { rows } = await sql<ListedRow>`
    select ${columns}, coalesce(d.transfers, 0) as day_transfers from evm_erc20_tokens as t
    left join evm_erc20_days as d on d.chain = ${chain} and d.token_address = t.token_address and d.day = ${day}
    where t.chain = ${chain} and t.token_address in (${sql.join(found)})`.execute(context.store.db)
  const isAfter = (row: ListedRow) => !after || compareRows(row, after.value, after.token, sort) > 0
  return rows
    .filter(isAfter)
    .sort((a, b) => compareRows(a, sortValue(b, sort), b.token_address, sort))
    .slice(0, limit)
}

/** Descending, as the indexes are read. */
const compareRows = (row: ListedRow, value: number, token: Uint8Array, sort: Sort): number =>
  value - sortValue(row, sort) || Buffer.compare(token, row.token_address)
