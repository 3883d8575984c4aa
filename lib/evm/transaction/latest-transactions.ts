import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Input, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import {
  type BlockBounds,
  requestedBlocks,
  requestedFromKey,
  requestedKey,
  resolveBounds,
} from '#lib/evm/query/block-bounds.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { isAtLeast } from '#lib/evm/query/is-at-least.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { selectorsNamed } from '#lib/evm/signatures/signature-table.ts'
import type { transactionListEndpoints } from './contract.ts'

type FilterInput = Pick<
  Input<(typeof transactionListEndpoints)['evmTransactions']>,
  'address' | 'direction' | 'counterparty' | 'status' | 'method' | 'min_value'
>

/**
 * What a list of transactions is filtered by, besides its wallet and blocks, in terms of the columns of `keysIn`; undefined without a
 * filter. Throws `invalid_request` for a
 * method that no known signature names, and for filters of a wallet without one.
 */
const transactionFilter = (asked: FilterInput): RawBuilder<boolean> | undefined => {
  const { address, direction, counterparty, status, method, min_value } = asked
  for (const name of ['direction', 'counterparty'] as const)
    if (asked[name] !== undefined && address === undefined) throw badParameter(name, 'requires address')
  const conditions: RawBuilder<boolean>[] = []
  if (status === 'failed') conditions.push(sql`status = 0`)
  if (status === 'success') conditions.push(sql`(status is null or status = 1)`)
  if (method !== undefined) conditions.push(calls(method))
  if (min_value !== undefined) conditions.push(isAtLeast('value', min_value))
  if (address !== undefined && direction === 'out') conditions.push(sql`from_address = ${toBytes(address)}`)
  if (address !== undefined && direction === 'in') conditions.push(sql`from_address <> ${toBytes(address)}`)
  if (counterparty !== undefined) {
    const other = toBytes(counterparty)
    conditions.push(sql`(from_address = ${other} or to_address = ${other} or contract_address = ${other})`)
  }
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}

const calls = (method: string): RawBuilder<boolean> => {
  // SQLite: a part of empty bytes is null.
  if (method === '0x') return sql`(selector is null or length(selector) = 0)`
  const selectors = selectorsNamed(method)
  if (selectors.length === 0)
    throw badParameter(
      'method',
      'is not a method known here: expected a selector such as 0xa9059cbb, a signature such as transfer(address,uint256), a known name, or 0x for none',
    )
  return sql`(to_address is not null and selector in (${sql.join(selectors.map(toBytes))}))`
}

/** Transactions that a request with filters examines: of the chain they lie side by side, of a wallet each is read by its key. */
const examinedMax = { chain: 10_000, wallet: 2_000 }

type Place = { block: number; index: number }
type Range = { chain: number; address: Uint8Array | undefined; bounds: BlockBounds; before: Place | undefined }

/** The stored transactions of a chain or of one wallet, newest first. */
export const latestTransactionsQuery =
  (context: EvmQueryContext, examined = examinedMax): Service<typeof transactionListEndpoints>['evmTransactions'] =>
  async ({ limit: asked, cursor: given, chain: named, ...input }, call) => {
    const { store, served, known } = context
    const chain = served.resolve(named)
    const filter = transactionFilter(input)
    const binding = { route: 'evmTransactions', filters: { chain: chain.id, ...input } }
    const opened = openCursor(context, given, binding)
    const { limit, page } = opened ?? { limit: asked, page: 1 }
    const coverageThen = await context.coverage(chain)
    const start = opened ? placeOf(opened.key) : await firstPlace(store.db, chain.id, input)
    const coverage = coverageThen(start.requested)
    call?.coveredBy?.(coverage)
    const { bounds, before } = start
    if (!bounds) return { cursor: null, result: [] }
    const address = input.address === undefined ? undefined : toBytes(input.address)
    const range: Range = { chain: chain.id, address, bounds, before }
    const window = filter ? examined[address ? 'wallet' : 'chain'] : limit + 1
    const rows = await store.db
      .selectFrom((from) =>
        from
          .selectFrom(keysIn(store.db, range).limit(window).as('row'))
          .select(['block_number', 'transaction_index'])
          .$if(filter !== undefined, (query) => query.where(filter ?? sql<boolean>`true`))
          .orderBy('block_number', 'desc')
          .orderBy('transaction_index', 'desc')
          .limit(limit + 1)
          .as('page'),
      )
      .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain.id, 'page')))
      .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain.id, 'page')))
      .selectAll('t')
      .select(['b.hash as block_hash', 'b.timestamp as block_timestamp'])
      .orderBy('page.block_number', 'desc')
      .orderBy('page.transaction_index', 'desc')
      .execute()
    const key = ({ block_number, transaction_index }: { block_number: number; transaction_index: number }) => [
      ...[block_number, transaction_index, bounds.lowest],
      ...requestedKey(start.requested, coverage, input),
    ]
    const last =
      filter && rows.length <= limit
        ? await keysIn(store.db, range)
            .offset(window - 1)
            .limit(1)
            .executeTakeFirst()
        : undefined
    const examinedTo = last && key(last)
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf: key, examinedTo }, binding)
    const labelOf = labelsOn(known, chain.id)
    const end = rows.length > shown.length ? shown.at(-1)?.block_number : last?.block_number
    return {
      cursor,
      ...(filter && { searched_to_block: String(end ?? bounds.lowest) }),
      result: shown.map((row) => transactionRecord(row, labelOf)),
    }
  }

/** The keys of a range, newest first, with what filters read. */
const keysIn = (db: Kysely<EvmTables>, { chain, address, bounds, before }: Range) => {
  const key = address ? 'k' : 't'
  const column = (name: string) => sql.ref(`${key}.${name}`)
  const end = before ?? (bounds.highest === undefined ? undefined : { block: bounds.highest + 1, index: 0 })
  const rows = address
    ? db
        .selectFrom('evm_wallet_transactions as k')
        .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'k')))
        .where('k.chain', '=', chain)
        .where('k.address', '=', address)
    : db.selectFrom('evm_transactions as t').where('t.chain', '=', chain)
  return rows
    .select(['t.block_number', 't.transaction_index', 't.status', 't.value', 't.from_address', 't.to_address'])
    .select(['t.contract_address', sql<Uint8Array>`substr(t.input, 1, 4)`.as('selector')])
    .where(sql<boolean>`${column('block_number')} >= ${bounds.lowest}`)
    .$if(end !== undefined, (query) =>
      query.where(
        sql<boolean>`(${column('block_number')}, ${column('transaction_index')}) < (${end?.block}, ${end?.index})`,
      ),
    )
    .orderBy(column('block_number'), 'desc')
    .orderBy(column('transaction_index'), 'desc')
}

type Asked = { from_block?: number; to_block?: number; from_date?: string; to_date?: string }

const firstPlace = async (db: Kysely<EvmTables>, chain: number, asked: Asked) => {
  const bounds = await resolveBounds(db, chain, asked)
  return { bounds, before: undefined, requested: requestedBlocks(bounds, asked) }
}

/** The key has the bound at the list's end: its position is already within the near one. */
const placeOf = ([block, index, lowest, first, last]: readonly unknown[]) => ({
  bounds: { lowest: Number(lowest ?? 0), highest: undefined },
  before: { block: Number(block), index: Number(index) },
  requested: requestedFromKey(first, last),
})
