import { ServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseCount, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { type ChainReader, chunksInOrder, type Head, type IsEnough, isSetAside } from '#lib/indexing/chain.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'
import { type ChunkThreads, earliestBlock, type ProofOptions } from './chunk-decoder.ts'
import { isRead, readChunk, type WrongBlock } from './read-blocks.ts'
import {
  createBloomTrust,
  createWrongBlockReader,
  type EvmSetAsideBlock,
  headerAt,
  type ReadableBlock,
} from './set-aside-block.ts'

/** Remembers for a while that the nodes lack the `finalized` tag, and otherwise the newest finalized block. */
function headReader(
  pool: NodePool,
  finalityBlocks: number,
  now = () => performance.now(),
): (signal?: AbortSignal) => Promise<Head> {
  const lacksFinalizedTag = new LearnedLimit()
  let knownFinalized: number | null = null
  return async (signal) => {
    const calls: PoolCall[] = [{ method: 'eth_getBlockByNumber', params: ['latest', false] }]
    const asksFinalized = !lacksFinalizedTag.holds(now())
    if (asksFinalized) calls.push({ method: 'eth_getBlockByNumber', params: ['finalized', false], mayFail: true })
    const heads = await pool.askEach(
      calls,
      ([latestBlock, finalizedBlock], node) => {
        const latest = parseHeader(latestBlock).number
        node.noteHead(latest)
        return { latest, finalizedBlock }
      },
      { signal },
    )
    // A lagging node must not hold back the others; reading the block shows whether the best node really has its head.
    const best = heads.reduce((a, b) => (b.latest > a.latest ? b : a))
    if (asksFinalized && heads.every(({ finalizedBlock }) => isUnknownTag(finalizedBlock)))
      lacksFinalizedTag.confirm(now())
    const finalizedAnswer = best.finalizedBlock
    const isBlock =
      finalizedAnswer !== null && finalizedAnswer !== undefined && !(finalizedAnswer instanceof NodeRefusal)
    if (isBlock) {
      knownFinalized = parseHeader(finalizedAnswer).number
      lacksFinalizedTag.refute()
    }
    const finalized = knownFinalized ?? Math.max(0, best.latest - finalityBlocks)
    return { latest: best.latest, finalized: Math.min(best.latest, finalized) }
  }
}

const isUnknownTag = (finalizedAnswer: unknown): boolean =>
  isRefusal(finalizedAnswer, 'unsupported') || isRefusal(finalizedAnswer, 'invalid')

/** The blocks that the nodes were found not to have. */
type MissingBlocks = {
  /** The result of a search for the first block that they have in a range. */
  note(range: BlockRange, found: number | undefined): void
  /** A sentence for the operator; undefined if none is missing. */
  notice(): string | undefined
}

const namedMax = 3

const createMissingBlocks = (): MissingBlocks => {
  let missing: BlockRange[] = []
  return {
    note: (range, found = range.last + 1) => {
      const before = { first: range.first, last: found - 1 }
      const there = subtractRanges(missing, [range])
      missing = before.first <= before.last ? mergeRanges([...there, before]) : there
    },
    notice: () => {
      if (missing.length === 0) return undefined
      const named = missing
        .slice(0, namedMax)
        .map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`))
      const more = missing.length > namedMax ? ` and others` : ''
      return `No node of this chain has blocks ${named.join(', ')}${more}: they are not indexed.`
    },
  }
}

/** With the head and two calls per block this fills one batch of 49 calls, which no known node refuses. */
const blocksMax = 24
/** More transactions in one response gain nothing: it already has megabytes. */
const transactionsWanted = 1_500

/** The number of blocks per request: few if they are full or the node struggles, many if they are empty. */
class ChunkSize {
  #blocks = 8
  #ceiling = blocksMax

  get blocks(): number {
    return Math.max(1, Math.floor(this.#blocks))
  }

  succeeded(blocks: number, transactions: number): void {
    if (blocks === 0) return
    const fitting = transactions === 0 ? blocksMax : (transactionsWanted * blocks) / transactions
    this.#ceiling = Math.min(blocksMax, this.#ceiling + 0.1)
    this.#blocks = Math.min(this.#ceiling, Math.max(1, fitting), this.#blocks * 1.5)
  }

  /** `blocks` were too many. */
  failed(blocks: number): void {
    this.#ceiling = Math.max(1, Math.min(this.#ceiling, blocks / 2))
    this.#blocks = Math.min(this.#blocks, this.#ceiling)
  }
}

export type EvmReaderOptions = {
  /** Depth at which a block counts as final if the node has no `finalized` tag. */
  finalityBlocks: number
  /** See CheckOptions: off for chains whose blooms are known not to match (Cronos). */
  checkBloom?: boolean
  /** If omitted, blocks are not checked. */
  proof?: ProofOptions
  /** Where large ranges are decoded and checked; without them, here. */
  threads?: ChunkThreads | undefined
}

/** More responses at a time would fill the memory before they are stored. */
const chunksAtOnceMax = 16

/** A smaller range is one that a page or the head of the chain waits for: starting a thread would take longer. */
const threadedBlocksMin = 4

/** Reads a chain over its nodes' JSON-RPC. Every returned block has passed the checks of `checkedBlock`. */
export type EvmReader = ChainReader<EvmBlock> & {
  /** Like `blocks`, but a block that no node returns consistently is set aside if the surrounding blocks prove its position. */
  readable(from: number, to: number, signal?: AbortSignal, isEnough?: IsEnough<ReadableBlock>): Promise<ReadableBlock[]>
  /** One block that passes all checks. @throws InconsistentAnswer if no node returns one. */
  readRight(number: number, signal?: AbortSignal): Promise<EvmBlock | undefined>
  /** The position in the chain of a block that is not read because of `fault`. Undefined if the node does not have it. */
  placeOf(number: number, fault: string, signal?: AbortSignal): Promise<EvmSetAsideBlock | undefined>
  /** Throws `not_available` if the configured nodes serve different chains. */
  chainId(signal?: AbortSignal): Promise<number>
  /** The first block of the range that the nodes have, by bisection; undefined if they have none of it. */
  earliest(range: BlockRange, signal?: AbortSignal): Promise<number | undefined>
  /** What the nodes have shown to do otherwise than usual, one sentence each. */
  notices(): string[]
  /** Unix seconds; throws `not_found` for a block that the node does not have. */
  blockTimestamp(number: number, signal?: AbortSignal): Promise<number>
}

/** Reads single blocks. */
export const blockReader =
  (reader: EvmReader) =>
  async (number: number, signal?: AbortSignal): Promise<EvmBlock | undefined> => {
    const [block] = await reader.blocks(number, number, signal)
    return block
  }

type ReadPart = (
  from: number,
  to: number,
  signal: AbortSignal,
  threads: ChunkThreads | undefined,
) => Promise<ReadableBlock[]>

export function createEvmReader(pool: NodePool, readerOptions: EvmReaderOptions): EvmReader {
  const { checkBloom = true, proof, finalityBlocks, threads } = readerOptions
  const chunkSize = new ChunkSize()
  const head = headReader(pool, finalityBlocks)
  const bloom = createBloomTrust(checkBloom)
  const missing = createMissingBlocks()
  const { firstProof, readRight, reread } = createWrongBlockReader(pool, { bloom, proof, head, finalityBlocks })

  const readWhole: ReadPart = async (from, to, signal, threads) => {
    const faults = new Map<number, InconsistentAnswer>()
    const onWrong = ({ number }: WrongBlock, fault: InconsistentAnswer) => void faults.set(number, fault)
    const options = { checkBloom: bloom.isCompared, proof: firstProof(), signal, onWrong, threads }
    const read = await readChunk(pool, from, to, options)
    const blocks: ReadableBlock[] = []
    for (const [index, block] of read.entries()) {
      const readable = isRead(block) ? block : await reread(block, read[index + 1], faults.get(block.number), signal)
      if (isRead(readable)) bloom.note(readable)
      blocks.push(readable)
    }
    return blocks
  }

  /** Requests again in halves when the response is too large or too slow; a single block has no halves. */
  const chunk: ReadPart = async (from, to, signal, threads) => {
    try {
      const blocks = await readWhole(from, to, signal, threads)
      chunkSize.succeeded(
        blocks.length,
        blocks.reduce((sum, block) => sum + (isSetAside(block) ? 0 : block.transactions.length), 0),
      )
      return blocks
    } catch (error) {
      if (from === to || !isTooMuch(error)) throw error
      chunkSize.failed(to - from + 1)
      const middle = Math.floor((from + to) / 2)
      const first = await chunk(from, middle, signal, threads)
      return first.length < middle - from + 1 ? first : [...first, ...(await chunk(middle + 1, to, signal, threads))]
    }
  }

  const readable: EvmReader['readable'] = (from, to, signal, isEnough) => {
    const used = to - from + 1 < threadedBlocksMin ? undefined : threads
    const read = (first: number, last: number, either: AbortSignal) => chunk(first, last, either, used)
    return chunksInOrder(
      from,
      to,
      { parallelOf: () => parallelOf(pool), sizeOf: () => chunkSize.blocks, read, isEnough },
      signal,
    )
  }

  return {
    head,
    readable,
    readRight: (number, signal) => readRight(number, signal ?? new AbortController().signal),
    placeOf: async (number, fault, signal) => {
      const header = await headerAt(pool, number, signal)
      return header && { number: header.number, hash: header.hash, parentHash: header.parentHash, fault }
    },
    blocks: async (from, to, signal) => {
      const blocks: EvmBlock[] = []
      for (const block of await readable(from, to, signal)) {
        if (isSetAside(block)) throw new ServiceError('upstream_failed', block.fault)
        blocks.push(block)
      }
      return blocks
    },
    chainId: (signal) => chainIdOf(pool, signal),
    earliest: async (range, signal) => {
      const found = await earliestBlock(pool, range, signal)
      missing.note(range, found)
      return found
    },
    notices: () => [bloom.notice, missing.notice()].filter((sentence) => sentence !== undefined),
    blockTimestamp: (number, signal) => timestampOf(pool, number, signal),
  }
}

/** As many as the nodes bear, which they show by refusing more. Where all of them rest, they are soon asked again. */
const parallelOf = (pool: NodePool): number => {
  const nodes = pool.health()
  const awake = nodes.filter(({ isResting }) => !isResting)
  const borne = (awake.length ? awake : nodes).reduce((sum, { inFlightMax }) => sum + inFlightMax, 0)
  return Math.min(chunksAtOnceMax, borne)
}

const timestampOf = async (pool: NodePool, number: number, signal: AbortSignal | undefined): Promise<number> => {
  const raw = await pool.call('eth_getBlockByNumber', [hexNumber(number), false], { signal, minimumHead: number })
  if (raw === null) throw new ServiceError('not_found', `The node has no block ${number}.`)
  return parseHeader(raw).timestamp
}

const chainIdOf = async (pool: NodePool, signal: AbortSignal | undefined): Promise<number> => {
  const call = { method: 'eth_chainId', params: [] }
  const ids = await pool.askEach([call], ([id]) => parseCount(id, 'chainId'), { signal })
  const [id, other] = [...new Set(ids)]
  if (id === undefined || other !== undefined)
    throw new ServiceError('not_available', `The nodes of this chain serve different chains: ${ids.join(', ')}.`)
  return id
}

const isTooMuch = (error: unknown): boolean =>
  isRefusal(error, 'too_many_results') ||
  isRefusal(error, 'range_too_large') ||
  (error instanceof TransportError &&
    (error.fault === 'too_large' || error.fault === 'timeout' || error.httpStatus === 413))
