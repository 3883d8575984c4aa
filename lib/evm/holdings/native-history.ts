import { type Kysely, sql } from 'kysely'
import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { balancesAtMax } from '#lib/evm/chain/rpc/state/balances-at.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NativeBalances } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import type { FoundHistory, HistoryQuestion, Point } from './token-history.ts'

/** Transactions, and internal transfers, of the address that are read: the newest of its range. */
const rowsMax = 2_000

type Question = { chain: number; address: string; first: number; last: number }
type TransactionRow = {
  block_number: number
  from_address: Uint8Array
  to_address: Uint8Array | null
  contract_address: Uint8Array | null
  status: number | null
  value: string
  gas_used: string
  gas_price: string
}

type NativeChanges = {
  /** What transactions, their fees and internal transfers of a block added to the balance, by block; zero where they cancel out. */
  deltas: ReadonlyMap<number, bigint>
  /** Older changes than this block were not read. */
  readFrom: number
}

/**
 * The changes of an address's balance of native coin in blocks `first` to `last`, whose internal transfers are indexed. Withdrawals,
 * block rewards and, on rollups, the fee for data are not among them.
 */
const nativeChanges = async (
  db: Kysely<EvmTables>,
  { chain, address, first, last }: Question,
): Promise<NativeChanges> => {
  const own = toBytes(address)
  const isOwn = (other: Uint8Array) => Buffer.compare(other, own) === 0
  const within = sql`chain = ${chain} and address = ${own} and block_number >= ${first} and block_number <= ${last}`
  const [transactions, transfers] = await Promise.all([
    sql<TransactionRow>`
      select t.block_number, t.from_address, t.to_address, t.contract_address, t.status, t.value, t.gas_used, t.gas_price from (
        select block_number, transaction_index from evm_wallet_transactions
        where ${within} order by block_number desc, transaction_index desc limit ${rowsMax}
      ) as own join evm_transactions as t on ${transactionOf(chain, 'own')}`.execute(db),
    sql<{ block_number: number; is_incoming: number; other_address: Uint8Array; value: string }>`
      select block_number, is_incoming, other_address, value from evm_internal_transfers
      where ${within} order by block_number desc, transaction_index desc, transfer_index desc limit ${rowsMax}`.execute(
      db,
    ),
  ])
  const deltas = new Map<number, bigint>()
  const add = (block: number, amount: bigint) => deltas.set(block, (deltas.get(block) ?? 0n) + amount)
  for (const row of transactions.rows) add(row.block_number, changeBy(row, isOwn))
  for (const { block_number, is_incoming, other_address, value } of transfers.rows)
    add(block_number, isOwn(other_address) ? 0n : is_incoming === 1 ? BigInt(value) : -BigInt(value))
  const cutAt = [transactions.rows, transfers.rows].flatMap((rows) =>
    rows.length < rowsMax ? [] : [Math.min(...rows.map(({ block_number }) => block_number)) + 1],
  )
  const readFrom = Math.max(first, ...cutAt)
  return { deltas: new Map([...deltas].filter(([block]) => block >= readFrom)), readFrom }
}

const changeBy = (row: TransactionRow, isOwn: (address: Uint8Array) => boolean): bigint => {
  const isSender = isOwn(row.from_address)
  const receiver = row.to_address ?? row.contract_address
  const isReceiver = receiver !== null && isOwn(receiver)
  const value = row.status === 0 ? 0n : BigInt(row.value)
  const fee = BigInt(row.gas_used) * BigInt(row.gas_price)
  return (isReceiver ? value : 0n) - (isSender ? value + fee : 0n)
}

/**
 * The native balance, read in one batch from one node: after each block with a transaction or internal transfer of the address where
 * these are indexed and few, otherwise after blocks that are evenly spaced over the newest indexed range.
 */
export const nativeHistory = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, newest }: HistoryQuestion,
  call: CallContext | undefined,
): Promise<FoundHistory> => {
  const coverage = (await context.coverage(chain))({ first: 0, last: newest.number })
  // `is_sampled` says that balances are sampled: that is not a gap in the index.
  call?.coveredBy?.(coverage)
  const base = { token_address: null, symbol: chain.symbol, decimals: chain.decimals, cursor: null }
  const { balancesAt } = context.node
  if (!balancesAt || !isHex(address)) return { ...base, ...withoutBalances }
  const [range] = coverage.ranges
  const first = range && range.last >= newest.number ? range.first : newest.number
  const traced = chain.keepsTraces ? (await readTraceIntervals(context.store.db, chain.id)).at(-1) : undefined
  const isTraced = traced !== undefined && traced.first <= first && traced.last >= first
  const last = isTraced ? Math.min(traced.last, newest.number) : undefined
  const key = `${chain.id} ${newest.hash} ${address} ${first} ${last}`
  const reading = { address, first, last, newest: newest.number }
  const balancesAfter: BalancesAfter = (blocks, signal) => balancesAt(chain, address, blocks, signal)
  const read = (signal: AbortSignal) => readBalances(context, chain, reading, { balancesAfter, signal })
  try {
    const found = await context.stateReads.nativeHistories.read(key, read, call?.signal)
    return { ...base, ...(found ?? withoutBalances) }
  } catch (error) {
    if (!isServiceError(error, 'upstream_timeout')) throw error
    return { ...base, ...withoutBalances }
  }
}

type Reading = {
  address: string
  /** The indexed range that ends with the newest block. */
  first: number
  newest: number
  /** Internal transfers are indexed up to this block; undefined where they are not. */
  last: number | undefined
}

type BalancesAfter = (
  blocks: Awaited<ReturnType<typeof storedBlocks>>,
  signal: AbortSignal,
) => Promise<readonly (bigint | null)[]>

/** Undefined if no node returned balances. */
const readBalances = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, first, newest, last }: Reading,
  { balancesAfter, signal }: { balancesAfter: BalancesAfter; signal: AbortSignal },
): Promise<NativeBalances | undefined> => {
  const changes = last === undefined ? undefined : await changesSince(context, chain, { address, first, newest, last })
  const blocks = await storedBlocks(context, chain, changes?.blocks ?? evenly(first, newest))
  const balances = await balancesAfter(blocks, signal).catch((error: unknown) => {
    if (!isServiceError(error)) throw error
    return undefined
  })
  if (!balances) return undefined
  const points = blocks.flatMap(({ number, timestamp }, index): Point[] => {
    const balance = balances[index]
    return balance === null || balance === undefined ? [] : [{ block: number, timestamp, balance }]
  })
  const [oldest] = points
  if (oldest && points.length < blocks.length) {
    const computed = changes && last === newest ? computedBefore(oldest, blocks, changes) : []
    const note = computed.length > 0 ? computedNote(oldest.block) : needsArchiveBefore(oldest.block)
    return { is_sampled: true, note, points: [...computed, ...points].reverse() }
  }
  const is_sampled = !changes || !isExplained(points, changes)
  return { is_sampled, note: noteOf(changes, is_sampled), points: points.reverse() }
}

/**
 * The balances after the blocks before `oldest`, ascending, by the changes up to it: most nodes keep only the newest states. Ends where
 * a balance would be negative, which another kind of change explains.
 */
const computedBefore = (
  oldest: Point,
  blocks: Awaited<ReturnType<typeof storedBlocks>>,
  { deltas }: NativeChanges,
): Point[] => {
  const points: Point[] = []
  let after = oldest
  for (const { number, timestamp } of blocks.filter(({ number }) => number < oldest.block).reverse()) {
    const changes = [...deltas].filter(([block]) => block > number && block <= after.block)
    const balance = changes.reduce((left, [, delta]) => left - delta, after.balance)
    if (balance < 0n) break
    after = { block: number, timestamp, balance }
    points.push(after)
  }
  return points.reverse()
}

const computedNote = (block: number) =>
  `The node keeps no state before block ${block}: older balances are computed back from it by transactions, their fees and internal ` +
  'transfers, without withdrawals, block rewards and, on rollups, the fee for data.'
const needsArchiveBefore = (block: number) =>
  `The node keeps no state before block ${block}: an archive node is needed for older balances.`

const needsArchive = 'No node returned the balances after earlier blocks: this requires an archive node.'
const withoutBalances: NativeBalances = { is_sampled: true, note: needsArchive, points: [] }
const sampled = 'Read at evenly spaced blocks: the balance may have changed in between.'
const sampledAtChanges =
  'Read after each block with a transaction or internal transfer of the address: the balance also changed in between, as by ' +
  'withdrawals or block rewards, which are not indexed.'
const sampledAtSomeChanges =
  'Read after some of the blocks with a transaction or internal transfer of the address: the balance may have changed in between.'

type Changes = NativeChanges & {
  /** Where to read the balance, ascending. */
  blocks: number[]
  /** Whether that is after each change, up to the newest block. */
  isWhole: boolean
}

const noteOf = (changes: Changes | undefined, isSampled: boolean): string | null => {
  if (!isSampled) return null
  if (!changes) return sampled
  return changes.isWhole ? sampledAtChanges : sampledAtSomeChanges
}

/** The blocks that changed the balance; undefined if changes are too many to read. */
const changesSince = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, first, newest, last }: Reading & { last: number },
): Promise<Changes | undefined> => {
  const found = await nativeChanges(context.store.db, { chain: chain.id, address, first, last })
  if (found.readFrom > first) return undefined
  const changed = [...found.deltas.keys()].sort((a, b) => a - b).filter((block) => block > first && block < newest)
  const chosen = evenly(0, changed.length - 1, balancesAtMax - 2).flatMap((index) => changed[index] ?? [])
  return {
    ...found,
    blocks: [...new Set([first, ...chosen, newest])],
    isWhole: chosen.length === changed.length && last === newest,
  }
}

/** Whether the changes that are known add up to each balance that the node returned: then there are no others. */
const isExplained = (points: readonly Point[], { deltas, isWhole }: Changes): boolean => {
  if (!isWhole) return false
  return points.every(({ block, balance }, index) => {
    const before = points[index - 1]
    return before === undefined || balance === before.balance + (deltas.get(block) ?? 0n)
  })
}

/** Numbers from first to last, both included, at most `max`; none if last is before first. */
const evenly = (first: number, last: number, max = balancesAtMax): number[] => {
  const count = Math.min(max, last - first + 1)
  if (count <= 1) return count === 1 ? [last] : []
  return Array.from({ length: count }, (_, index) => first + Math.round(((last - first) * index) / (count - 1)))
}

const storedBlocks = async ({ store: { db } }: EvmQueryContext, chain: ServedChain, numbers: readonly number[]) => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'hash'])
    .where('chain', '=', chain.id)
    .where('number', 'in', [...numbers])
    .orderBy('number')
    .execute()
  return rows.map(({ number, timestamp, hash }) => ({ number, timestamp, hash: toHex(hash) }))
}
