import { sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { isCreation, isInternalTransaction } from '#lib/evm/chain/block.ts'
import type { InternalFrameRow } from '#lib/evm/chain/tables/internal-transfer-tables.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { type CoveredSpan, requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { type ListWindow, spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { examinedMax } from '#lib/evm/etherscan/kit/row-budget.ts'
import { hexText } from '#lib/evm/etherscan/kit/text.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { keptFrames } from '#lib/evm/trace/internal-transfers.ts'
import { tracedTransaction } from '#lib/evm/trace/transaction-gas.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { addressActions } from './actions.ts'
import { type InternalPosition, internalPositions } from './internal-positions.ts'
import { readSides, type Sides } from './sides.ts'

type InternalInput = ActionInput<(typeof addressActions)['txlistinternal']>

/** The internal transactions of a transaction, of an address, or of blocks. */
export const listedInternal = async (input: InternalInput, call: ActionCall): Promise<EtherscanAnswer> => {
  // Some libraries send the blocks too.
  if (input.txhash !== undefined) return listed(await ofTransaction(input.txhash, call))
  const sides = readSides(input)
  const hasBlocks = call.given.get('startblock') !== undefined && call.given.get('endblock') !== undefined
  if (!sides && !hasBlocks) throw etherscanFault('Missing parameter address, txhash, or startblock and endblock')
  const window = windowOf(input)
  const span = await requireCovered(call, spanOf(input), await keptFrames(call.context, call.chain))
  const listing = { span, isAscending: input.sort === 'asc' }
  const rows = sides ? await ofSides(call, sides, listing, window) : await ofBlocks(call, listing, window)
  if (rows === undefined) return queryTimeout
  return listed(
    rows.map((row) => ({
      blockNumber: String(row.block_number),
      timeStamp: String(row.block_timestamp),
      hash: toHex(row.transaction_hash),
      ...frameFields(row),
      traceId: row.trace_path,
    })),
  )
}

type Listing = { span: CoveredSpan; isAscending: boolean }
type PlacedRow = InternalFrameRow & { block_timestamp: number; transaction_hash: Uint8Array }

/** Transactions whose frames are read together. */
const transactionsAtOnce = 250

/** The frames of the window that are on these sides; undefined if too many others would have to be examined. */
const ofSides = async (
  call: ActionCall,
  sides: Sides,
  { span, isAscending }: Listing,
  window: ListWindow,
): Promise<PlacedRow[] | undefined> => {
  const { isWanted, addresses } = wantedOf(sides)
  const taken: PlacedRow[] = []
  let [skip, unwanted] = [window.skip, 0]
  for (let after: InternalPosition | undefined; ; ) {
    call.signal.throwIfAborted()
    const query = { addresses, span, after, isAscending, limit: transactionsAtOnce }
    const positions = await internalPositions(call.context.store.db, call.chain.id, query)
    for (const row of await framesAt(call, positions, { addresses, isAscending })) {
      if (!isWanted(row)) {
        if (++unwanted > examinedMax) return undefined
      } else if (skip > 0) skip--
      else if (taken.push(row) === window.rows) return taken
    }
    after = positions.at(-1)
    if (!after || positions.length < transactionsAtOnce) return taken
  }
}

const wantedOf = (sides: Sides): { isWanted: (row: InternalFrameRow) => boolean; addresses: Hex[] } => {
  const isFrom = (row: InternalFrameRow, address: Hex) => toHex(row.from_address) === address
  const isTo = (row: InternalFrameRow, address: Hex) => hexText(row.to_address) === address
  if (sides.kind === 'address') return { isWanted: () => true, addresses: [sides.address] }
  const { from, to } = sides
  if (sides.kind === 'or')
    return { isWanted: (row) => isFrom(row, sides.from) || isTo(row, sides.to), addresses: [sides.from, sides.to] }
  return {
    isWanted: (row) => (from === undefined || isFrom(row, from)) && (to === undefined || isTo(row, to)),
    addresses: [from ?? to ?? []].flat(),
  }
}

/** The frames of these transactions that have one of the addresses, in list order. */
const framesAt = async (
  { context, chain }: ActionCall,
  places: readonly InternalPosition[],
  { addresses, isAscending }: { addresses: readonly Hex[]; isAscending: boolean },
): Promise<PlacedRow[]> => {
  if (places.length === 0) return []
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const values = places.map(
    ({ block_number, transaction_index }) => sql`(${sql.lit(block_number)}, ${sql.lit(transaction_index)})`,
  )
  const wanted = sql.join(addresses.map(toBytes))
  const { rows } = await sql<PlacedRow>`
    select f.*, t.hash as transaction_hash, b.timestamp as block_timestamp
    from (select column1 as block_number, column2 as transaction_index from (values ${sql.join(values)}) as listed) as page
    join evm_internal_frames as f on f.chain = ${chain.id} and f.block_number = page.block_number
      and f.transaction_index = page.transaction_index
    join evm_transactions as t on ${transactionOf(chain.id, 'page')}
    join evm_blocks as b on ${blockOf(chain.id, 'page')}
    where f.from_address in (${wanted}) or f.to_address in (${wanted})
    order by f.block_number ${direction}, f.transaction_index ${direction}, f.frame_index ${direction}`.execute(
    context.store.db,
  )
  return rows
}

/** All frames of blocks: their key is the order of the list. */
const ofBlocks = async (
  { context, chain }: ActionCall,
  { span, isAscending }: Listing,
  { skip, rows: count }: ListWindow,
): Promise<PlacedRow[]> => {
  const direction = isAscending ? 'asc' : 'desc'
  return await context.store.db
    .selectFrom((from) =>
      from
        .selectFrom('evm_internal_frames')
        .selectAll()
        .where('chain', '=', chain.id)
        .where('block_number', '>=', span.first)
        .where('block_number', '<=', span.last)
        .orderBy('block_number', direction)
        .orderBy('transaction_index', direction)
        .orderBy('frame_index', direction)
        .offset(skip)
        .limit(count)
        .as('page'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain.id, 'page')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain.id, 'page')))
    .selectAll('page')
    .select(['t.hash as transaction_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', direction)
    .orderBy('page.transaction_index', direction)
    .orderBy('page.frame_index', direction)
    .execute()
}

/** From the index, otherwise from a node that runs the transaction again. */
const ofTransaction = async (hash: Hex, call: ActionCall) => {
  const { context, chain, signal } = call
  const { stored, isIndexed } = await knownTransaction(context, chain, hash, { signal, logsMax: 1 })
  const place = { blockNumber: String(stored.block_number), timeStamp: String(stored.block_timestamp) }
  const block = { first: stored.block_number, last: stored.block_number }
  if (isIndexed && chain.keepsTraces && (await keptFrames(context, chain))(block).isComplete) {
    const rows = await context.store.db
      .selectFrom('evm_internal_frames')
      .selectAll()
      .where('chain', '=', chain.id)
      .where('block_number', '=', stored.block_number)
      .where('transaction_index', '=', stored.transaction_index)
      .orderBy('frame_index')
      .execute()
    return rows.map((row) => ({ ...place, ...frameFields(row) }))
  }
  const { tree } = await tracedTransaction(context, { chain: chain.name, transaction_hash: hash }, signal)
  return tree.frames
    .filter(({ type, value, depth }) => depth > 0 && isInternalTransaction(type, value))
    .map(({ type, from, to, value, gas, gasUsed, error, isUndone }) => ({
      ...place,
      ...frameFields({
        from_address: toBytes(from),
        to_address: to === null ? null : toBytes(to),
        kind: type,
        value: String(value),
        gas: String(gas),
        gas_used: String(gasUsed),
        error,
        is_undone: isUndone ? 1 : 0,
      }),
    }))
}

type Frame = Pick<
  InternalFrameRow,
  'from_address' | 'to_address' | 'kind' | 'value' | 'gas' | 'gas_used' | 'error' | 'is_undone'
>

const frameFields = (row: Frame) => {
  const to = hexText(row.to_address)
  const isNew = isCreation(row.kind)
  return {
    from: toHex(row.from_address),
    to: isNew ? '' : to,
    value: row.value,
    contractAddress: isNew ? to : '',
    input: '',
    type: row.kind === 'SELFDESTRUCT' ? 'suicide' : row.kind.toLowerCase(),
    gas: row.gas,
    gasUsed: row.gas_used,
    isError: String(row.is_undone),
    errCode: row.error ?? '',
  }
}
