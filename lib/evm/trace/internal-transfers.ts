import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Input, Output, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import {
  type BlockBounds,
  requestedBlocks,
  requestedFromKey,
  requestedKey,
  resolveBounds,
} from '#lib/evm/query/block-bounds.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { frameCoverage, traceCoverage } from '#lib/evm/query/evm-coverage.ts'
import { isAtLeast } from '#lib/evm/query/is-at-least.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import type { CursorPosition } from '#lib/store/cursors.ts'
import type { internalTransferEndpoints } from './internal-contract.ts'

/** Block, transaction index and transfer index. */
type TransferPlace = readonly [block: number, transaction: number, transfer: number]

type InternalTransferQuery = {
  chain: number
  address: Uint8Array
  bounds: BlockBounds
  /** Only transfers that follow this one in the list's order. */
  after: TransferPlace | undefined
  /** Oldest first. */
  isAscending: boolean
}

/** A page of `rows`, among the first `examined` transfers if they are filtered. */
type InternalPage = { rows: number; filter: RawBuilder<boolean> | undefined; examined: number }

/** One wallet's internal transfers in one statement: a range of its own keys, then the transaction and block of each by key. */
export const internalTransferPage = (
  db: Kysely<EvmTables>,
  query: InternalTransferQuery,
  { rows, filter, examined }: InternalPage,
) => {
  const { chain, isAscending } = query
  const direction = isAscending ? 'asc' : 'desc'
  return db
    .selectFrom((from) =>
      from
        .selectFrom(
          ownTransfers(db, query)
            .limit(filter ? examined : rows)
            .as('own'),
        )
        .selectAll()
        .$if(filter !== undefined, (page) => page.where(filter ?? sql<boolean>`true`))
        .orderBy('block_number', direction)
        .orderBy('transaction_index', direction)
        .orderBy('transfer_index', direction)
        .limit(rows)
        .as('page'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'page')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'page')))
    .selectAll('page')
    .select(['t.hash as transaction_hash', 'b.hash as block_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', direction)
    .orderBy('page.transaction_index', direction)
    .orderBy('page.transfer_index', direction)
    .execute()
}

/** The place of the last of the first `examined` transfers; undefined if there are fewer. */
export const examinedEnd = (db: Kysely<EvmTables>, query: InternalTransferQuery, examined: number) =>
  ownTransfers(db, query)
    .offset(examined - 1)
    .limit(1)
    .executeTakeFirst()

/** The wallet's own rows in list order. */
const ownTransfers = (db: Kysely<EvmTables>, { chain, address, bounds, after, isAscending }: InternalTransferQuery) => {
  const direction = isAscending ? 'asc' : 'desc'
  const place = sql`(block_number, transaction_index, transfer_index)`
  const placeOf = (values: TransferPlace) => sql`(${sql.join(values)})`
  const belowHighest: TransferPlace | undefined = bounds.highest === undefined ? undefined : [bounds.highest + 1, 0, 0]
  const end = isAscending ? belowHighest : (after ?? belowHighest)
  return db
    .selectFrom('evm_internal_transfers')
    .select(['block_number', 'transaction_index', 'transfer_index', 'is_incoming', 'other_address', 'kind', 'value'])
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('block_number', '>=', bounds.lowest)
    .$if(end !== undefined, (query) => query.where(sql<boolean>`${place} < ${placeOf(end ?? [0, 0, 0])}`))
    .$if(isAscending && after !== undefined, (query) =>
      query.where(sql<boolean>`${place} > ${placeOf(after ?? [0, 0, 0])}`),
    )
    .orderBy('block_number', direction)
    .orderBy('transaction_index', direction)
    .orderBy('transfer_index', direction)
}

type Operation = (typeof internalTransferEndpoints)['evmInternalTransfers']
type StoredTransfer = Awaited<ReturnType<typeof internalTransferPage>>[number]

/** Transfers of the wallet that a request with filters examines. */
const examinedMax = 2_000

/** The internal transfers of one wallet. Bounds given as dates are only mapped to blocks on page 1. */
export const internalTransfersQuery =
  (
    context: EvmQueryContext,
    examined = examinedMax,
  ): Service<typeof internalTransferEndpoints>['evmInternalTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, direction, counterparty, min_value, from_block, to_block, from_date, to_date } = input
    const order = ascendingOrder(input)
    const isAscending = order !== undefined
    const bounded = { from_block, to_block, from_date, to_date }
    const filters = { chain: chain.id, address, direction, counterparty, min_value, ...bounded, order }
    const binding = { route: 'evmInternalTransfers', filters }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }

    const coverageThen = await keptTraces(context, chain)
    const from = position ? readKey(position.key, isAscending) : await readStart(context, chain, input)
    const coverage = coverageThen(from.asked)
    call?.coveredBy?.(coverage)
    const { bounds, after } = from
    if (!bounds) return { cursor: null, result: [] }
    const { db } = context.store
    const query = { chain: chain.id, address: toBytes(address), bounds, after, isAscending }
    const filter = filterOf(input)
    const rows = await internalTransferPage(db, query, { rows: limit + 1, filter, examined })
    const last = filter && rows.length <= limit ? await examinedEnd(db, query, examined) : undefined
    const end = isAscending ? (bounds.highest ?? null) : bounds.lowest
    const keyOf = (last: Pick<StoredTransfer, 'block_number' | 'transaction_index' | 'transfer_index'>) => [
      ...[last.block_number, last.transaction_index, last.transfer_index, end],
      ...requestedKey(from.asked, coverage, input),
    ]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf, examinedTo: last && keyOf(last) }, binding)
    const labelOf = labelsOn(context.known, chain.id)
    const furthest = rows.length > shown.length ? shown.at(-1)?.block_number : last?.block_number
    const searched = furthest ?? (isAscending ? (bounds.highest ?? coverage.ranges.at(-1)?.last) : bounds.lowest)
    return {
      cursor,
      ...(filter && searched !== undefined && { searched_to_block: String(searched) }),
      result: shown.map((row) => transferRecord(row, address, labelOf)),
    }
  }

/** The coverage of a chain's internal transfers. @throws chain_not_served if they are not indexed. */
export const keptTraces = async (context: EvmQueryContext, chain: ServedChain): ReturnType<typeof traceCoverage> => {
  if (!chain.keepsTraces) throw notKept(chain)
  return await traceCoverage(context, chain)
}

/** The same of its frames. */
export const keptFrames = async (context: EvmQueryContext, chain: ServedChain): ReturnType<typeof frameCoverage> => {
  if (!chain.keepsTraces) throw notKept(chain)
  return await frameCoverage(context, chain)
}

const filterOf = ({
  address,
  direction,
  counterparty,
  min_value,
}: Input<Operation>): RawBuilder<boolean> | undefined => {
  const conditions: RawBuilder<boolean>[] = []
  if (direction === 'in') conditions.push(sql`is_incoming = 1`)
  // A transfer to itself is one incoming row.
  if (direction === 'out') conditions.push(sql`(is_incoming = 0 or other_address = ${toBytes(address)})`)
  if (counterparty !== undefined) conditions.push(sql`other_address = ${toBytes(counterparty)}`)
  if (min_value !== undefined) conditions.push(isAtLeast('value', min_value))
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}

/** A permanent condition of this installation, with the setting that changes it. */
const notKept = ({ title, variable, source }: ServedChain): ServiceError =>
  new ServiceError(
    'chain_not_served',
    `Internal transfers of ${title} are not indexed here. ` +
      `Set ${source === 'demo' ? 'TRACES_<CHAIN>' : `TRACES_${variable}`}=values to index them; this requires a node that can trace blocks.`,
  )

type Start = {
  bounds: BlockBounds | undefined
  after: TransferPlace | undefined
  asked: ReturnType<typeof requestedFromKey>
}

const readStart = async ({ store }: EvmQueryContext, chain: ServedChain, input: Input<Operation>): Promise<Start> => {
  const bounds = await resolveBounds(store.db, chain.id, input)
  return { bounds, after: undefined, asked: requestedBlocks(bounds, input) }
}

/** The key only contains the bound at the list's other end: its position is already within the near one. */
const readKey = ([block, index, transfer, end, first, last]: CursorPosition['key'], isAscending: boolean): Start => ({
  after: [Number(block), Number(index), Number(transfer)],
  bounds: isAscending
    ? { lowest: Number(block), highest: typeof end === 'number' ? end : undefined }
    : { lowest: Number(end), highest: undefined },
  asked: requestedFromKey(first, last),
})

/** `address` is the one that the row is stored for. */
export const transferRecord = (
  row: StoredTransfer,
  address: string,
  labelOf: LabelOf,
): Output<Operation>['result'][number] => {
  const other = toHex(row.other_address)
  const [from, to] = row.is_incoming === 1 ? [other, address] : [address, other]
  return {
    block_number: String(row.block_number),
    block_hash: toHex(row.block_hash),
    block_timestamp: timestampText(row.block_timestamp),
    transaction_hash: toHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    transfer_index: row.transfer_index,
    type: row.kind,
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: labelOf(to),
    value: row.value,
  }
}
