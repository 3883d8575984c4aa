import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { LogPart, LogSearch } from './search-logs.ts'

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
