import type { EvmBlock } from '#lib/evm/node/block.ts'
import { hexNumber } from '#lib/evm/node/hex-number.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import {
  type NodeBlock,
  type NodeHeader,
  parseBlock,
  parseCount,
  parseHeader,
  parseReceipts,
} from '#lib/evm/node/parse.ts'
import { isRefusal } from '#lib/evm/node/transport/node-refusal.ts'
import type { AnsweringNode, NodePool, PoolCall } from '#lib/evm/node/transport/pool.ts'
import { checkedBlock, checkSuccession } from './check.ts'
import { type ProofOptions, withChecks } from './with-checks.ts'

export type ReadOptions = {
  checkBloom: boolean
  proof?: ProofOptions
  attemptsMax?: number
  /** Called for a single wrong block, which is then left to the caller; without it, the whole response is refused. */
  onWrong?: (wrong: WrongBlock, fault: InconsistentAnswer) => void
  signal: AbortSignal
}

/** The position of a block whose contents are wrong. */
export type WrongBlock = Pick<NodeBlock, 'number' | 'hash' | 'parentHash'>

/** The header of a block, and the block as returned by the node, from which its hash is computed. */
type ReportedBlock = { header: NodeHeader; raw: unknown }

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
 * if all do, it fails without a request.
 */
export async function readChunk(
  pool: NodePool,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<(EvmBlock | WrongBlock)[]> {
  try {
    return await readWithBlockReceipts(pool, from, to, options)
  } catch (error) {
    if (!isRefusal(error, 'unsupported') || !error.method.includes('eth_getBlockReceipts')) throw error
    return readWithReceiptsEach(pool, from, to, options)
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
    { method: 'eth_getBlockReceipts', params: [hexNumber(number)] },
  ]
  return readBatch(pool, { from, to, callsOf }, options, (answers, nodeHead, node) => {
    const blocks = answers.filter((_, index) => index % 2 === 0)
    const receipts = answers.filter((_, index) => index % 2 === 1)
    return present(blocks, from, nodeHead).map((block, index) =>
      orWrong(block, options, node, () => joined(block, receipts[index], options)),
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
    const blocks = present(answers, from, nodeHead)
    // Throwing here makes the pool try another node.
    if (!options.onWrong) for (const { raw } of blocks) parseBlock(raw)
    return blocks
  })
  const bodies = blocks.map((block) => orWrong(block, options, undefined, () => parseBlock(block.raw)))
  const hashesOf = (body: NodeBlock | WrongBlock) =>
    'transactions' in body ? body.transactions.map(({ hash }) => hash) : []
  const hashes = bodies.flatMap(hashesOf)
  const receiptCalls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const join = (answers: readonly unknown[], node?: AnsweringNode): (EvmBlock | WrongBlock)[] => {
    let next = 0
    return blocks.map((block, at) => {
      const body = bodies[at]
      if (body === undefined || !('transactions' in body)) return body ?? block.header
      const receipts = answers.slice(next, next + body.transactions.length)
      next += receipts.length
      return orWrong(block, options, node, () => joined(block, receipts, options))
    })
  }
  return hashes.length === 0 ? join([]) : pool.ask(receiptCalls, join, { signal: options.signal, minimumHead: to })
}

/** One batch of calls for blocks from..to; a lagging node returns fewer items. */
const readBatch = <Item>(
  pool: NodePool,
  { from, to, callsOf }: { from: number; to: number; callsOf: (number: number) => PoolCall[] },
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
      { signal, minimumHead: to, ...(attemptsMax && { attemptsMax }) },
    ),
  )
}

/** The blocks that the node has, up to the first that it does not. */
function present(answers: readonly unknown[], from: number, nodeHead: number): ReportedBlock[] {
  const firstMissing = answers.indexOf(null)
  if (firstMissing >= 0 && from + firstMissing <= nodeHead) {
    throw new InconsistentAnswer(`no block ${from + firstMissing} at head ${nodeHead}`)
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

function joined({ raw }: ReportedBlock, saidReceipts: unknown, { checkBloom, proof }: ReadOptions): EvmBlock {
  const block = parseBlock(raw)
  // Some nodes have null for the receipts of genesis and other empty blocks.
  const receipts = saidReceipts === null && block.transactions.length === 0 ? [] : saidReceipts
  const checked = checkedBlock(block, parseReceipts(receipts), { checkBloom })
  if (!proof) return checked
  const bloom = block.logsBloom === null ? 'not_said' : checkBloom ? 'equal' : 'not_compared'
  return withChecks(checked, { block: raw, receipts, bloom }, proof)
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
