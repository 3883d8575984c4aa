import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type BlockBounds, resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks, requestedFromKey, requestedKey } from '#lib/evm/query/coverage/requested-blocks.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import type { transactionListEndpoints } from './contract.ts'
import { transactionFilter } from './transaction-filter.ts'

/** Transactions that a request with filters examines: of the chain they lie side by side, of a wallet each is read by its key. */
const examinedMax = { chain: 10_000, wallet: 2_000 }

type Place = { block: number; index: number }
type Range = { chain: number; address: Uint8Array | undefined; bounds: BlockBounds; before: Place | undefined }

/** The stored transactions of a chain or of one wallet, newest first. */
export const latestTransactions =
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
