import { type Hex, hexNumber } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeBlock, parseBlock, parseCount, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { AnsweringNode, BodyDecoder, NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import {
  type BlockOptions,
  type ChunkThreads,
  decodeChunkBody,
  inPairs,
  isAboutTheNode,
  joinedReports,
  presentBlocks,
  type ReportedBlock,
} from './chunk-decoder.ts'

export type ReadOptions = BlockOptions & {
  attemptsMax?: number
  /** Whether receipts are requested one by one, without eth_getBlockReceipts. */
  receiptsEach?: boolean
  /** Where large responses are decoded and checked; without them, here. */
  threads?: ChunkThreads
  /** Called for a single wrong block, which is then left to the caller; without it, the whole response is refused. */
  onWrong?: (wrong: WrongBlock, fault: InconsistentAnswer) => void
  signal: AbortSignal
}

/** The position of a block whose contents are wrong. */
export type WrongBlock = Pick<NodeBlock, 'number' | 'hash' | 'parentHash'>

/**
 * The node's head comes first in every batch: then a block that is missing at or below it is a contradiction, not a race,
 * and one above it is not there yet.
 */
const headCall: PoolCall = { method: 'eth_blockNumber', params: [] }

const blockCall = (number: number): PoolCall => ({
  method: 'eth_getBlockByNumber',
  params: [hexNumber(number), true],
})

export const isRead = (block: EvmBlock | WrongBlock): block is EvmBlock => 'transactions' in block

/**
 * Blocks from..to; fewer when the chain is shorter. The pool remembers for a while which nodes lack eth_getBlockReceipts:
 * if all do, it fails without a request. A single block whose receipts twice do not come that way is read receipt by receipt.
 */
export async function readChunk(
  pool: NodePool,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<(EvmBlock | WrongBlock)[]> {
  if (options.receiptsEach) return await readWithReceiptsEach(pool, from, to, options)
  const first = await withoutMissing(pool, from, to, options)
  const read = first instanceof MissingReceipts ? await withoutMissing(pool, from, to, options) : first
  if (Array.isArray(read)) return read
  try {
    return await readWithReceiptsEach(pool, from, to, {
      ...options,
      onWrong: options.onWrong && ((wrong, fault) => options.onWrong?.(wrong, read ?? fault)),
    })
  } catch (error) {
    throw read && (isRefusal(error, 'unsupported') || error instanceof InconsistentAnswer) ? read : error
  }
}

/** With eth_getBlockReceipts; the fault of a single block that lacks receipts, undefined if no node has that method. */
const withoutMissing = async (
  pool: NodePool,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<(EvmBlock | WrongBlock)[] | MissingReceipts | undefined> => {
  let missing: MissingReceipts | undefined
  const onWrong = (wrong: WrongBlock, fault: InconsistentAnswer): void => {
    if (from === to && fault instanceof MissingReceipts) missing = fault
    else options.onWrong?.(wrong, fault)
  }
  try {
    const blocks = await readWithBlockReceipts(pool, from, to, { ...options, ...(options.onWrong && { onWrong }) })
    return missing ?? blocks
  } catch (error) {
    if (error instanceof MissingReceipts && from === to) return error
    if (isRefusal(error, 'unsupported') && error.method.includes('eth_getBlockReceipts')) return undefined
    throw error
  }
}

/** Each block with eth_getBlockReceipts, in one batch. */
function readWithBlockReceipts(
  pool: NodePool,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<(EvmBlock | WrongBlock)[]> {
  const callsOf = (number: number): PoolCall[] => [
    blockCall(number),
    { method: 'eth_getBlockReceipts', params: [hexNumber(number)], mayFail: true, isNeeded: true },
  ]
  const { threads, checkBloom, proof } = options
  const decode: BodyDecoder<EvmBlock[]> | undefined =
    threads &&
    (async (response, node) => {
      const answer = await decodeChunkBody({ ...response, from, options: { checkBloom, proof } }, node.name, threads)
      if ('body' in answer) return { body: answer.body }
      node.noteHead(answer.nodeHead)
      return { decoded: answer.blocks }
    })
  return readBatch(pool, { from, to, callsOf, decode }, options, (answers, nodeHead, node) => {
    const { blocks, receipts } = inPairs(answers)
    return presentBlocks(blocks, from, nodeHead).map((block, index) =>
      orWrong(block, options, node, () => joinedReports(block, receipts[index], options)),
    )
  })
}

/** For nodes without eth_getBlockReceipts: the blocks, then the receipt of every transaction. */
async function readWithReceiptsEach(
  pool: NodePool,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<(EvmBlock | WrongBlock)[]> {
  const callsOf = (number: number): PoolCall[] => [blockCall(number)]
  const blocks = await readBatch(pool, { from, to, callsOf }, options, (answers, nodeHead) => {
    const blocks = presentBlocks(answers, from, nodeHead)
    // Throwing here makes the pool try another node.
    if (!options.onWrong) for (const { raw } of blocks) parseBlock(raw)
    return blocks
  })
  const bodies = blocks.map((block) => orWrong(block, options, undefined, () => parseBlock(block.raw)))
  const hashes = bodies.flatMap((body) => ('transactions' in body ? body.transactions.map(({ hash }) => hash) : []))
  const receipts = (await Promise.all([...batchesOf(hashes, receiptsAtOnce)].map(receiptsOfEach))).flat()
  let next = 0
  return blocks.map((block, at) => {
    const body = bodies[at]
    if (body === undefined || !('transactions' in body)) return body ?? block.header
    const own = receipts.slice(next, next + body.transactions.length)
    next += own.length
    return orWrong(block, options, undefined, () => joinedReports(block, own, options))
  })

  /** In requests of their own: one that fails is repeated alone. */
  async function receiptsOfEach(batch: readonly Hex[]): Promise<unknown[]> {
    const calls = batch.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash], mayFail: true }))
    const read = (answers: readonly unknown[]): unknown[] => {
      const trouble = answers.find((answer) => answer instanceof NodeRefusal && isAboutTheNode(answer.failure))
      if (trouble) throw trouble
      // Throwing here makes the pool try another node.
      if (!options.onWrong) checkReceiptsOf(batch, answers)
      return [...answers]
    }
    return await pool.ask(calls, read, { signal: options.signal, minimumHead: to })
  }
}

const checkReceiptsOf = (hashes: readonly Hex[], answers: readonly unknown[]): void => {
  for (const [index, hash] of hashes.entries()) {
    const [receipt] = parseReceipts([answers[index]])
    if (receipt?.transactionHash && receipt.transactionHash !== hash)
      throw new InconsistentAnswer(`the receipt of ${receipt.transactionHash} for ${hash}`)
  }
}

/** Fills one batch, which no known node refuses. */
const receiptsAtOnce = 48

type BatchOfBlocks<Item> = {
  from: number
  to: number
  callsOf: (number: number) => PoolCall[]
  decode?: BodyDecoder<Item[]> | undefined
}

/** One batch of calls for blocks from..to; a lagging node returns fewer items. */
const readBatch = <Item>(
  pool: NodePool,
  { from, to, callsOf, decode }: BatchOfBlocks<Item>,
  { signal, attemptsMax }: ReadOptions,
  read: (answers: readonly unknown[], nodeHead: number, node: AnsweringNode) => Item[],
): Promise<Item[]> => {
  const numbers = range(from, to)
  const calls = [headCall, ...numbers.flatMap(callsOf)]
  return fromWhoHasAll(pool, numbers.length, to, () =>
    pool.ask(
      calls,
      ([head, ...answers], node) => {
        const nodeHead = parseCount(head, 'blockNumber')
        node.noteHead(nodeHead)
        return read(answers, nodeHead, node)
      },
      { signal, minimumHead: to, ...(attemptsMax && { attemptsMax }), decode },
    ),
  )
}

/** A wrong block does not fail the others: it is requested again, from another node first. */
function orWrong<T>(
  { header: { number, hash, parentHash } }: ReportedBlock,
  options: ReadOptions,
  node: AnsweringNode | undefined,
  read: () => T,
): T | WrongBlock {
  try {
    return read()
  } catch (error) {
    if (!options.onWrong || !(error instanceof InconsistentAnswer)) throw error
    options.onWrong({ number, hash, parentHash }, error)
    node?.distrust(error.message)
    return { number, hash, parentHash }
  }
}

/** A lagging node returns fewer blocks: others are tried while one of them may have the last. */
async function fromWhoHasAll<T>(pool: NodePool, wanted: number, to: number, ask: () => Promise<T[]>): Promise<T[]> {
  let most = await ask()
  for (let turn = 1; turn < pool.size && most.length < wanted && pool.mayHave(to); turn++) {
    const next = await ask()
    if (next.length > most.length) most = next
  }
  return most
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
