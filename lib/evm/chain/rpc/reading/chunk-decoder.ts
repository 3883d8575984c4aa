import { availableParallelism } from 'node:os'
import { hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { type BloomResult, blockChecks, failedChecks, outcomesOf } from '#lib/evm/chain/checks/block-checks.ts'
import type { ChainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import {
  type NodeBlock,
  type NodeHeader,
  parseBlock,
  parseCount,
  parseHeader,
  parseReceipts,
} from '#lib/evm/chain/rpc/parse.ts'
import type { RpcFailure } from '#lib/evm/chain/rpc/transport/classify.ts'
import { matchAnswers, parseBody } from '#lib/evm/chain/rpc/transport/match-answers.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool, type ThreadPoolOptions } from '#lib/process/thread-pool.ts'
import { checkSuccession, joinedBlock } from './check.ts'

export type ProofOptions = {
  rules: ChainRules
  /**
   * Whether a block that fails a check is refused: it is then requested from another node, and indexing stops if there
   * is none.
   */
  refuse: boolean
}

/** The node's unmodified response. */
type NodeAnswers = { block: unknown; receipts: unknown; bloom: BloomResult }

/** Adds the results of a block's checks. @throws InconsistentAnswer for a block to be refused. */
const withChecks = (block: EvmBlock, answers: NodeAnswers, { rules, refuse }: ProofOptions): EvmBlock => {
  if (!isFields(answers.block)) return block
  const receipts = Array.isArray(answers.receipts) ? answers.receipts : []
  const checks = outcomesOf(blockChecks(answers.block, receipts, answers.bloom, rules))
  const failed = failedChecks(checks)
  if (refuse && failed.length > 0)
    throw new InconsistentAnswer(
      `block ${block.number} (${block.hash}) whose ${failed.join(', ')} cannot be recomputed`,
    )
  return { ...block, checks }
}

export type BlockOptions = { checkBloom: boolean; proof?: ProofOptions | undefined }

/** The header of a block, and the block as returned by the node, from which its hash is computed. */
export type ReportedBlock = { header: NodeHeader; raw: unknown }

/** The results of a call for each block and one for its receipts. */
export const inPairs = (answers: readonly unknown[]): { blocks: unknown[]; receipts: unknown[] } => ({
  blocks: answers.filter((_, index) => index % 2 === 0),
  receipts: answers.filter((_, index) => index % 2 === 1),
})

/** The blocks that the node has, up to the first that it does not. */
export function presentBlocks(answers: readonly unknown[], from: number, nodeHead: number): ReportedBlock[] {
  const firstMissing = answers.indexOf(null)
  if (firstMissing >= 0 && from + firstMissing <= nodeHead) {
    throw new InconsistentAnswer(`no block ${from + firstMissing}, although its newest is ${nodeHead}`)
  }
  const blocks = answers
    .slice(0, firstMissing < 0 ? answers.length : firstMissing)
    .map((raw) => ({ raw, header: parseHeader(raw) }))
  const headers = blocks.map(({ header }) => header)
  for (const [index, { number }] of headers.entries()) {
    if (number !== from + index) throw new InconsistentAnswer(`block ${number} for block ${from + index}`)
  }
  checkSuccession(headers)
  return blocks
}

/**
 * A block that a check is allowed to fail is marked; without `proof`, or where it refuses, it is a fault.
 * @throws InconsistentAnswer for a block that is to be refused.
 */
export function joinedReports(
  { raw }: ReportedBlock,
  saidReceipts: unknown,
  { checkBloom, proof }: BlockOptions,
): EvmBlock {
  const reported = parseBlock(raw)
  // Some nodes have null for the receipts of genesis and other empty blocks.
  const receipts = receiptsOf(reported, saidReceipts)
  const { block, bloom, logFault } = joinedBlock(reported, parseReceipts(receipts), checkBloom)
  if (checkBloom && logFault && (proof?.refuse ?? true)) throw logFault
  if (!proof) return block
  const compared = checkBloom ? (logFault ? 'different' : bloom) : bloom === 'not_said' ? bloom : 'not_compared'
  return withChecks(block, { block: raw, receipts, bloom: compared }, proof)
}

/** The receipts as reported. @throws MissingReceipts unless there is one for each transaction. */
export const receiptsOf = ({ number, hash, transactions }: NodeBlock, said: unknown): unknown[] => {
  const isEmpty = said === null || said === undefined
  // Some nodes have null for the receipts of genesis and other empty blocks.
  if (isEmpty && transactions.length === 0) return []
  if (isEmpty) throw new MissingReceipts(`block ${number} (${hash}) has no receipts`)
  if (said instanceof NodeRefusal) throw missingFor(number, said)
  if (!Array.isArray(said)) throw new MissingReceipts(`block ${number} (${hash}) has receipts that are not a list`)
  const refusal = said.find((one) => one instanceof NodeRefusal)
  if (refusal) throw missingFor(number, refusal)
  if (said.length < transactions.length || said.includes(null))
    throw new MissingReceipts(
      `block ${number} (${hash}) has ${transactions.length} transactions but ${said.filter(Boolean).length} receipts`,
    )
  return said
}

/** A refusal of the receipts of one block concerns that block, unless it says something about the node. */
const missingFor = (number: number, refusal: NodeRefusal): Error =>
  isAboutTheNode(refusal.failure)
    ? refusal
    : new MissingReceipts(`block ${number} has receipts that the node does not return`)

/** Whether every question would be refused so. */
export const isAboutTheNode = ({ kind }: RpcFailure): boolean =>
  kind === 'rate_limited' || kind === 'quota_exhausted' || kind === 'denied' || kind === 'unsupported'

/**
 * The first block in first..last of which a node has the transactions and receipts, by bisection: nodes that prune have
 * those from some block on (EIP-4444, snap sync, checkpoints). Undefined if the last is not there either.
 */
export const earliestBlock = async (
  pool: NodePool,
  { first, last }: BlockRange,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  if (await isThere(pool, first, signal)) return first
  if (first === last || !(await isThere(pool, last, signal))) return undefined
  let missing = first
  let found = last
  while (found - missing > 1) {
    const middle = Math.floor((missing + found) / 2)
    if (await isThere(pool, middle, signal)) found = middle
    else missing = middle
  }
  return found
}

const isThere = async (pool: NodePool, number: number, signal: AbortSignal | undefined): Promise<boolean> => {
  // Without its transactions: a block that nobody watches over is not read.
  const block = { method: 'eth_getBlockByNumber', params: [hexNumber(number), false], mayFail: true }
  const receipts = { method: 'eth_getBlockReceipts', params: [hexNumber(number)], mayFail: true }
  const hashes = await answersOf(pool, [block, receipts], ([raw, said]) => transactionsLeft(raw, said), signal)
  if (hashes.some((hash) => hash === undefined)) return true
  const [hash] = hashes.filter((one) => typeof one === 'string')
  if (hash === undefined) return false
  const receipt = { method: 'eth_getTransactionReceipt', params: [hash], mayFail: true }
  return (await answersOf(pool, [receipt], ([raw]) => isFields(raw), signal)).includes(true)
}

/** Undefined: the block is there. Null: it is not. Otherwise the hash of a transaction whose receipt is to be asked for. */
const transactionsLeft = (block: unknown, receipts: unknown): string | null | undefined => {
  if (!isFields(block) || block instanceof NodeRefusal) return null
  const [first] = Array.isArray(block.transactions) ? block.transactions : []
  if (typeof first !== 'string' || (Array.isArray(receipts) && receipts.length > 0)) return undefined
  return first
}

const answersOf = <T>(
  pool: NodePool,
  calls: PoolCall[],
  read: (results: readonly unknown[]) => T,
  signal: AbortSignal | undefined,
): Promise<T[]> =>
  pool.askEach(
    calls,
    (results) => {
      const trouble = results.find(
        (result) =>
          result instanceof NodeRefusal && isAboutTheNode(result.failure) && !isRefusal(result, 'unsupported'),
      )
      if (trouble) throw trouble
      return read(results)
    },
    { signal },
  )

/** The response to a batch: the node's head, then a block and its receipts for each number from `from` on. */
export type ChunkOrder = {
  body: Uint8Array<ArrayBuffer>
  /** Of the calls, in their order. */
  ids: readonly number[]
  from: number
  options: BlockOptions
}

/** The body is returned unless everything in it is right: only the reader knows what to do about a fault. */
type ChunkAnswer = { nodeHead: number; blocks: EvmBlock[] } | { body: Uint8Array<ArrayBuffer> }

/** Parses, checks and joins the blocks of a response. */
export const decodeChunk = ({ body, ids, from, options }: ChunkOrder): ChunkAnswer => {
  try {
    const [head, ...answers] = resultsOf(body, ids)
    const nodeHead = parseCount(head, 'blockNumber')
    const { blocks, receipts } = inPairs(answers)
    const present = presentBlocks(blocks, from, nodeHead)
    return { nodeHead, blocks: present.map((block, index) => joinedReports(block, receipts[index], options)) }
  } catch {
    return { body }
  }
}

const resultsOf = (body: Uint8Array<ArrayBuffer>, ids: readonly number[]): unknown[] => {
  const matched = matchAnswers(parseBody(Buffer.from(body.buffer)), ids)
  if (!Array.isArray(matched)) throw new Error('the responses do not match the calls')
  return matched.map((answer) => {
    if ('error' in answer) throw new Error('a call failed')
    return answer.result
  })
}

/** The threads that decode and check blocks, for any number of chains. */
export type ChunkThreads = ThreadPool<ChunkOrder, ChunkAnswer>

/** A smaller response is decoded faster than it is handed over. */
const handedOverBytesMin = 64 * 1024

/** One decodes about as fast as the main thread stores, which keeps a core of its own. */
const decodingThreadsMax = 2

export const createChunkThreads = (
  options: Partial<Omit<ThreadPoolOptions, 'file'>> = {},
): ChunkThreads | undefined => {
  const threadsMax = options.threadsMax ?? Math.min(decodingThreadsMax, availableParallelism() - 1)
  if (threadsMax === 0) return undefined
  return createThreadPool({
    ...options,
    threadsMax,
    file: () => scriptUrl('./decode-chunk-thread.ts', import.meta.url),
  })
}

/** Decodes a response in a thread. Takes the body. @throws TransportError if the thread fails, as it may by what is in it. */
export const decodeChunkBody = async (order: ChunkOrder, node: string, threads: ChunkThreads): Promise<ChunkAnswer> => {
  if (order.body.byteLength < handedOverBytesMin) return { body: order.body }
  try {
    return await threads.run(order, [order.body.buffer])
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    const fault = `The response of ${node} could not be decoded: the thread ${error.message}.`
    throw new TransportError('malformed', fault, { cause: error })
  }
}
