import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'

export type LogSearch = {
  address: Hex | undefined
  topics: readonly (Hex | null)[]
  /** The bytes that the data begins with, for arguments that are not indexed. */
  dataStart?: Hex | undefined
  /** Lowest and highest block, both included. */
  lowest: number
  highest: number
  /** Only logs below this place of the highest block are still wanted. */
  below: number | undefined
  /** As many rows end the search. */
  rows: number
}

/** All wanted logs of the blocks from `from` on, newest first. */
type LogPart = { from: number; logs: readonly NodeLog[] }

/** Searches down from a block, as far as one step goes; undefined when the request may search no further. */
type SearchDown = (to: number, signal: AbortSignal) => Promise<LogPart | undefined>

type FoundLogs = {
  /** Newest first. */
  logs: readonly NodeLog[]
  /** Every log of the blocks from here on is among them; undefined if not even the first blocks could be searched. */
  searchedFrom: number | undefined
}

/** Searches logs from the newest block down, in steps, until a page is full, the range is searched or the steps are used up. */
export const searchLogs = async (search: LogSearch, step: SearchDown, signal: AbortSignal): Promise<FoundLogs> => {
  const found: NodeLog[] = []
  let to = search.highest
  while (to >= search.lowest && found.length < search.rows) {
    const part = await step(to, signal).catch((error: unknown) => {
      // What was found before is still whole; the next page begins here and reports the error.
      if (to < search.highest && (signal.aborted || isServiceError(error))) return undefined
      throw error
    })
    if (!part) break
    found.push(...part.logs.filter((log) => isBelow(log, search) && log.data.startsWith(search.dataStart ?? '0x')))
    to = part.from - 1
  }
  return { logs: found, searchedFrom: to < search.highest ? to + 1 : undefined }
}

const isBelow = ({ blockNumber, logIndex }: NodeLog, { highest, below }: LogSearch): boolean =>
  below === undefined || blockNumber < highest || logIndex < below

/**
 * Stored logs are in the order of the chain and have no other index: a search examines them one by one. So many take
 * about 20 ms on SQLite, which answers nothing else meanwhile.
 */
const examinedMax = 20_000

type Wanted = Pick<LogSearch, 'address' | 'topics' | 'dataStart' | 'rows'>
type Range = { from: number; to: number; below: number | undefined }

/** The newest wanted logs of stored blocks, as far down as one step may examine. A block is examined as a whole. */
export const indexedLogs = async (
  db: Kysely<EvmTables>,
  chain: number,
  { address, topics, dataStart, rows }: Wanted,
  { from, to, below }: Range,
): Promise<LogPart> => {
  const stored = db
    .selectFrom('evm_logs as l')
    .where('l.chain', '=', chain)
    .where('l.block_number', '<=', to)
    .orderBy('l.block_number', 'desc')
    .orderBy('l.transaction_index', 'desc')
    .orderBy('l.log_index', 'desc')
  const next = await stored
    .select('l.block_number')
    .where('l.block_number', '>=', from)
    .offset(examinedMax)
    .limit(1)
    .executeTakeFirst()
  const reached = next ? Math.min(to, next.block_number + 1) : from
  let query = stored.selectAll('l').where('l.block_number', '>=', reached).limit(rows)
  if (address !== undefined) query = query.where('l.address', '=', toBytes(address))
  for (const [index, topic] of topics.entries()) {
    const column = (['l.topic0', 'l.topic1', 'l.topic2', 'l.topic3'] as const)[index]
    if (topic !== null && column) query = query.where(column, '=', toBytes(topic))
  }
  if (dataStart !== undefined) {
    const start = toBytes(dataStart)
    query = query.where(sql<Uint8Array>`substr(l.data, 1, ${start.length})`, '=', start)
  }
  if (below !== undefined)
    query = query.where((is) => is.or([is('l.block_number', '<', to), is('l.log_index', '<', below)]))
  const found = await db
    .selectFrom(query.as('found'))
    .innerJoin('evm_blocks as b', (join) => join.on('b.chain', '=', chain).onRef('b.number', '=', 'found.block_number'))
    .innerJoin('evm_transactions as t', (join) =>
      join
        .on('t.chain', '=', chain)
        .onRef('t.block_number', '=', 'found.block_number')
        .onRef('t.transaction_index', '=', 'found.transaction_index'),
    )
    .selectAll('found')
    .select(['b.hash as block_hash', 'b.timestamp', 't.hash as transaction_hash'])
    .orderBy('found.block_number', 'desc')
    .orderBy('found.log_index', 'desc')
    .execute()
  return { from: reached, logs: found.map(storedLog) }
}

type StoredLog = EvmTables['evm_logs'] & { block_hash: Uint8Array; timestamp: number; transaction_hash: Uint8Array }

const storedLog = (row: StoredLog): NodeLog => ({
  logIndex: row.log_index,
  address: toHex(row.address),
  topics: [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => (topic === null ? [] : [toHex(topic)])),
  data: toHex(row.data),
  blockHash: toHex(row.block_hash),
  blockNumber: row.block_number,
  blockTimestamp: row.timestamp,
  transactionHash: toHex(row.transaction_hash),
  transactionIndex: row.transaction_index,
})

/** Logs of a range of blocks in ascending order. */
type ReadLogs = (
  query: Pick<LogSearch, 'address' | 'topics'> & { from: number; to: number },
  signal: AbortSignal,
) => Promise<readonly NodeLog[]>

/** Busy contracts fill a page with few blocks, quiet ones need many: each step searches this many times more. */
const blocksFirst = 64
const growth = 8
const blocksMax = 10_000
const stepsMax = 8

/** The steps of one request on a node, each larger than the one before; undefined when they are used up. */
export const nodeSteps = ({ address, topics }: Pick<LogSearch, 'address' | 'topics'>, read: ReadLogs) => {
  let blocks = blocksFirst
  let left = stepsMax
  return async (range: { from: number; to: number }, signal: AbortSignal): Promise<LogPart | undefined> => {
    if (left-- <= 0) return undefined
    const from = Math.max(range.from, range.to - blocks + 1)
    blocks = Math.min(blocksMax, blocks * growth)
    const logs = await read({ address, topics, from, to: range.to }, signal)
    return { from, logs: logs.toReversed() }
  }
}

/** Statements of one request that examine stored logs. Where there is a node, it searches the rest of the indexed blocks too. */
const indexStepsMax = 8

/**
 * Searches the index in blocks that are indexed, and the node in others. Without a node, or for `indexed`, blocks that
 * are not indexed are left out.
 */
export const logSource = async (
  { store: { db }, node: { findLogs } }: EvmQueryContext,
  chain: ServedChain,
  search: LogSearch,
  blocks: 'all' | 'indexed',
): Promise<SearchDown> => {
  const intervals = await db
    .selectFrom('evm_intervals')
    .select(['first_block', 'last_block'])
    .where('chain', '=', chain.id)
    .orderBy('first_block', 'desc')
    .execute()
  const onNode =
    blocks === 'all' && findLogs ? nodeSteps(search, (query, signal) => findLogs(chain, query, signal)) : undefined
  let left = indexStepsMax
  return async (to, signal) => {
    signal.throwIfAborted()
    const range = intervals.find(({ first_block }) => first_block <= to)
    const isIndexed = range !== undefined && range.last_block >= to
    if (isIndexed && left > 0) {
      left--
      const below = to === search.highest ? search.below : undefined
      return indexedLogs(db, chain.id, search, { from: Math.max(search.lowest, range.first_block), to, below })
    }
    if (onNode) return onNode({ from: search.lowest, to }, signal)
    // The gap above the next indexed block, or below all of them.
    return isIndexed ? undefined : { from: Math.max(search.lowest, range ? range.last_block + 1 : 0), logs: [] }
  }
}
