import { sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { BlockRow, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { ActionCall, ActionInput, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { type ListWindow, spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { rowCharactersMax } from '#lib/evm/etherscan/kit/row-budget.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { type logActions, logRowsMax } from './actions.ts'
import { hasTopics, topicCondition, type WantedTopic, wantedTopics } from './topic-filter.ts'

export const logAnswers: ModuleAnswers<typeof logActions> = {
  getLogs: (input, call) => logList(input, call),
}

const logList = async (
  input: ActionInput<(typeof logActions)['getLogs']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { address, fromBlock: startblock, toBlock: endblock } = input
  const topics = wantedTopics(input)
  if (address === undefined && topics.length === 0) throw etherscanFault('Missing parameter address')
  const window = windowOf(input, logRowsMax)
  const { first, last } = await requireCovered(call, spanOf({ startblock, endblock }))
  const logs = await searchUp(call, { address, topics, first, last }, window)
  if (logs === undefined) return queryTimeout
  return listed(await withGas(call, logs), 'No records found')
}

type Search = { address: Hex | undefined; topics: readonly WantedTopic[]; first: number; last: number }

/** Stored logs have no index but their order: so many are examined in one statement, see `indexedLogs`. */
const examinedAtOnce = 20_000
const indexSteps = 10

/** A node has an index of its own: the blocks of each further step. */
const nodeBlocks = [64, 512, 4_096, 10_000, 10_000, 10_000, 10_000, 10_000]

/** The logs of the window, oldest first; undefined if the search does not reach them. */
const searchUp = async (
  call: ActionCall,
  search: Search,
  { skip, rows }: ListWindow,
): Promise<NodeLog[] | undefined> => {
  const { findLogs } = call.context.node
  const steps = [
    ...Array.from({ length: indexSteps }, () => (from: number) => storedPart(call, search, from, skip + rows)),
    ...nodeBlocks.flatMap((blocks) => (findLogs ? [(from: number) => nodePart(call, search, from, blocks)] : [])),
  ]
  const found: NodeLog[] = []
  let [next, bytes] = [search.first, 0]
  for (const step of steps) {
    if (next > search.last || found.length >= skip + rows) break
    call.signal.throwIfAborted()
    const { logs, to } = await step(next)
    for (const { data } of logs) bytes += data.length
    if (bytes > rowCharactersMax) return undefined
    found.push(...logs)
    next = to + 1
  }
  return next > search.last || found.length >= skip + rows ? found.slice(skip, skip + rows) : undefined
}

type Part = { logs: NodeLog[]; to: number }

/** Logs of the index, as far up as one step may examine. A block is examined as a whole. */
const storedPart = async (
  { context, chain }: ActionCall,
  { address, topics, last }: Search,
  from: number,
  rowsMax: number,
): Promise<Part> => {
  const { db } = context.store
  const stored = db
    .selectFrom('evm_logs as l')
    .where('l.chain', '=', chain.id)
    .where('l.block_number', '>=', from)
    .orderBy('l.block_number')
    .orderBy('l.transaction_index')
    .orderBy('l.log_index')
  const beyond = await stored
    .select('l.block_number')
    .where('l.block_number', '<=', last)
    .offset(examinedAtOnce)
    .limit(1)
    .executeTakeFirst()
  const to = beyond ? Math.max(from, beyond.block_number - 1) : last
  const wanted = stored
    .selectAll('l')
    .where('l.block_number', '<=', to)
    .where(topicCondition(topics))
    .$if(address !== undefined, (query) => query.where('l.address', '=', toBytes(address ?? '0x')))
    .limit(rowsMax)
  const rows = await db
    .selectFrom(wanted.as('found'))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain.id, 'found')))
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain.id, 'found')))
    .selectAll('found')
    .select(['b.hash as block_hash', 't.hash as transaction_hash'])
    .orderBy('found.block_number')
    .orderBy('found.log_index')
    .execute()
  const logs = rows.map((row) => ({
    logIndex: row.log_index,
    address: toHex(row.address),
    topics: [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => (topic === null ? [] : [toHex(topic)])),
    data: toHex(row.data),
    blockHash: toHex(row.block_hash),
    blockNumber: row.block_number,
    transactionHash: toHex(row.transaction_hash),
    transactionIndex: row.transaction_index,
  }))
  return { logs, to }
}

const nodePart = async (
  { context, chain, signal }: ActionCall,
  { address, topics, last }: Search,
  from: number,
  blocks: number,
): Promise<Part> => {
  const to = Math.min(last, from + blocks - 1)
  const isAll = topics.every(({ operator }) => operator === 'and')
  const highest = topics.at(-1)?.index ?? -1
  const places = Array.from({ length: highest + 1 }, (_, place) => place)
  const asked = isAll ? places.map((place) => topics.find(({ index }) => index === place)?.topic ?? null) : []
  const logs = (await context.node.findLogs?.(chain, { address, topics: asked, from, to }, signal)) ?? []
  return { logs: logs.filter((log) => hasTopics(topics, log.topics)), to }
}

/** Keys of one statement. */
const keysAtOnce = 500

type Paid = Pick<TransactionRow, 'gas_price' | 'gas_used'> & Pick<BlockRow, 'timestamp'>

const placeOf = (block: number, transaction: number): string => `${block} ${transaction}`

/** The gas of the transactions of logs, and the times of their blocks, by their places. */
const readPaid = async ({ context, chain }: ActionCall, logs: readonly NodeLog[]): Promise<Map<string, Paid>> => {
  const places = new Map(
    logs.map(({ blockNumber, transactionIndex }) => [
      placeOf(blockNumber, transactionIndex),
      sql`(${sql.lit(blockNumber)}, ${sql.lit(transactionIndex)})`,
    ]),
  )
  const paid = new Map<string, Paid>()
  for (const batch of batchesOf([...places.values()], keysAtOnce)) {
    const { rows } = await sql<Paid & { block_number: number; transaction_index: number }>`
      select t.block_number, t.transaction_index, t.gas_price, t.gas_used, b.timestamp
      from (select column1 as block_number, column2 as transaction_index from (values ${sql.join(batch)}) as listed) as page
      join evm_transactions as t on ${transactionOf(chain.id, 'page')}
      join evm_blocks as b on ${blockOf(chain.id, 'page')}`.execute(context.store.db)
    for (const row of rows) paid.set(placeOf(row.block_number, row.transaction_index), row)
  }
  return paid
}

const withGas = async (call: ActionCall, logs: readonly NodeLog[]) => {
  const paid = await readPaid(call, logs)
  return logs.flatMap((log) => {
    const known = paid.get(placeOf(log.blockNumber, log.transactionIndex))
    // A reorg removed its block meanwhile.
    if (!known) return []
    return {
      address: log.address,
      topics: log.topics,
      data: log.data,
      blockNumber: hexNumber(log.blockNumber),
      blockHash: log.blockHash,
      timeStamp: hexNumber(known.timestamp),
      gasPrice: hexNumber(BigInt(known.gas_price)),
      gasUsed: hexNumber(BigInt(known.gas_used)),
      logIndex: hexNumber(log.logIndex),
      transactionHash: log.transactionHash,
      transactionIndex: hexNumber(log.transactionIndex),
    }
  })
}
