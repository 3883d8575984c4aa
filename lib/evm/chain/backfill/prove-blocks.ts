import { toBytes } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeHeader, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { mayMatch } from '#lib/evm/chain/rpc/reading/logs.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { correctHistory } from '#lib/evm/chain/write/correct-history.ts'
import { type BlockRange, mergeRanges } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { tokenLogsOf } from './read-history-logs.ts'

/** The contract whose history is checked, and what it is checked with. */
export type CheckContext = {
  store: Store<EvmTables>
  chain: number
  address: Hex
  pool: NodePool
  reader: EvmReader
  signal: AbortSignal
}

/** Headers of one request. */
export const headersInBatch = 48

type BlockProof = {
  /** Logs of these blocks that were missing or wrong, and have been corrected. */
  corrected: number
  /** False if a block's bloom denies logs that the block has (Cronos): blooms prove nothing there. */
  hasBlooms: boolean
  /** How many of the blocks were not ruled out by their bloom. */
  possible: number
}

/** Whole blocks read together, and how many such runs at a time. */
const runMax = 16
const runsAtOnce = 2

/**
 * Checks the stored events of a contract against blocks: blooms rule most blocks out, all others are read whole, with
 * receipts that match the block. Differences are corrected. `wholeMax` limits the blocks read whole by chance; for the
 * others the logs are requested by block hash, and a block with unknown logs is read whole too.
 */
export const proveBlocks = async (
  context: CheckContext,
  numbers: readonly number[],
  wholeMax = Number.POSITIVE_INFINITY,
): Promise<BlockProof> => {
  const withRows = await blocksWithRows(context, numbers)
  const silent: NodeHeader[] = []
  const known: number[] = []
  const denied: number[] = []
  for (const batch of batchesOf(numbers, headersInBatch)) {
    for (const header of await readHeaders(context, batch)) {
      const { number, logsBloom } = header
      const may = logsBloom === null || mayMatch(logsBloom, filterOf(context))
      if (!may && withRows.has(number)) denied.push(number)
      else if (withRows.has(number)) known.push(number)
      else if (may) silent.push(header)
    }
  }
  const bySilence = silent.slice(0, wholeMax).map(({ number }) => number)
  const byHash = await blocksWithLogs(context, silent.slice(wholeMax))
  const contradicted = await proveEach(context, denied.slice(0, wholeMax))
  const others = await proveEach(context, [...bySilence, ...byHash, ...known.slice(0, wholeMax)])
  return {
    corrected: [...contradicted, ...others].reduce((sum, { corrected }) => sum + corrected, 0),
    hasBlooms: contradicted.every(({ found }) => found === 0),
    possible: silent.length + known.length + denied.length,
  }
}

type ProvenRun = { found: number; corrected: number }

/** Neighbours are read and written together. */
const proveEach = async (context: CheckContext, numbers: readonly number[]): Promise<ProvenRun[]> => {
  const runs = mergeRanges(numbers.map((number) => ({ first: number, last: number }))).flatMap(inPieces)
  const proven: ProvenRun[] = []
  for (const batch of batchesOf(runs, runsAtOnce))
    proven.push(...(await Promise.all(batch.map((run) => proveRun(context, run)))))
  return proven
}

const inPieces = ({ first, last }: BlockRange): BlockRange[] =>
  Array.from({ length: Math.ceil((last - first + 1) / runMax) }, (_, index) => ({
    first: first + index * runMax,
    last: Math.min(last, first + (index + 1) * runMax - 1),
  }))

const filterOf = ({ address }: CheckContext) => ({ addresses: [address], topics: [tokenTopics] })

/** Blocks for which a node returns logs when asked by block hash; a few of them are proof enough. */
const blocksWithLogs = async (context: CheckContext, headers: readonly NodeHeader[]): Promise<number[]> => {
  const found: number[] = []
  for (const batch of batchesOf(headers, headersInBatch)) {
    if (found.length > 0) break
    const calls = batch.map(({ hash }) => ({
      method: 'eth_getLogs',
      params: [{ address: context.address, topics: [tokenTopics], blockHash: hash }],
      mayFail: true,
    }))
    const answers = await context.pool.callMany(calls, { signal: context.signal })
    found.push(...batch.flatMap(({ number }, index) => (hasLogs(answers[index]) ? [number] : [])))
  }
  return found
}

/** A node that reports more logs than it returns has some. */
const hasLogs = (answer: unknown): boolean => {
  if (isRefusal(answer, 'too_many_results')) return true
  if (answer instanceof NodeRefusal) throw answer
  return Array.isArray(answer) && answer.length > 0
}

const proveRun = async (
  { store, chain, address, reader, signal }: CheckContext,
  range: BlockRange,
): Promise<ProvenRun> => {
  const blocks = await reader.blocks(range.first, range.last, signal)
  if (blocks.length < range.last - range.first + 1)
    throw new InconsistentAnswer(`no block ${range.first + blocks.length}, which is final`)
  const logs = blocks.flatMap((block) => tokenLogsOf(block, address))
  const withLogs = new Set(logs.map(({ blockNumber }) => blockNumber))
  const corrected = await correctHistory(store, chain, {
    address,
    range,
    logs: logs.map(({ blockTimestamp, blockHash, ...log }) => ({ ...log, transactionValue: null })),
    headers: blocks.filter(({ number }) => withLogs.has(number)),
    isWhole: blocks.every(({ checks }) => checks === undefined || failedChecks(checks).length === 0),
  })
  return { found: logs.length, corrected }
}

const readHeaders = ({ pool, signal }: CheckContext, numbers: readonly number[]): Promise<NodeHeader[]> =>
  pool.ask(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hexNumber(number), false] })),
    (answers) =>
      answers.map((answer, index) => {
        const header = parseHeader(answer)
        if (header.number !== numbers[index])
          throw new InconsistentAnswer(`block ${header.number} for block ${numbers[index]}`)
        return header
      }),
    { signal, minimumHead: Math.max(...numbers) },
  )

/** Values of one `in (…)`. */
const numbersPerStatement = 1_000

const blocksWithRows = async (
  { store, chain, address }: CheckContext,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> => {
  const found = new Set<number>()
  for (const batch of batchesOf(numbers, numbersPerStatement))
    for (const table of ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const) {
      const rows = await store.db
        .selectFrom(table)
        .select('block_number')
        .distinct()
        .where('chain', '=', chain)
        .where('token_address', '=', toBytes(address))
        .where('block_number', 'in', batch)
        .execute()
      for (const { block_number } of rows) found.add(block_number)
    }
  return found
}
