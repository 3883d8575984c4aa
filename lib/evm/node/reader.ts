import { ServiceError } from '#lib/api/errors.ts'
import type { ChainReader, Head } from '#lib/indexing/chain.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'
import type { EvmBlock } from './block.ts'
import { ChunkSize } from './chunk-size.ts'
import { hexNumber } from './hex-number.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { isRefusal, NodeRefusal } from './node-refusal.ts'
import { type NodeHeader, parseCount, parseHeader } from './parse.ts'
import type { NodePool, PoolCall } from './pool.ts'
import { readWithBlockReceipts, readWithReceiptsEach, type WrongBlock } from './read-blocks.ts'
import type { ReadableBlock, SetAsideBlock } from './set-aside-block.ts'
import { TransportError } from './transport-error.ts'
import type { ProofOptions } from './with-checks.ts'

export type EvmReaderOptions = {
  /** Blocks after which one is taken as final where the node has no `finalized` tag. */
  finalityBlocks: number
  /** See CheckOptions: off for chains whose blooms are known not to match (Cronos). */
  checkBloom?: boolean
  /** If omitted, blocks are not checked. */
  proof?: ProofOptions
  /** Chunks requested at a time. */
  parallel?: number
}

/** A chain by its nodes' JSON-RPC. Every block given has passed the checks of `checkedBlock`. */
export type EvmReader = ChainReader<EvmBlock> & {
  /** Like `blocks`, but a block that no node gives consistently is set aside where the blocks around it show its place. */
  readable(from: number, to: number, signal?: AbortSignal): Promise<ReadableBlock[]>
  /** One block that passes all checks. @throws InconsistentAnswer if no node returns one. */
  readRight(number: number, signal?: AbortSignal): Promise<EvmBlock | undefined>
  /** A block that is not read because of `fault`: only its place in the chain. Undefined if the node does not have it. */
  placeOf(number: number, fault: string, signal?: AbortSignal): Promise<SetAsideBlock | undefined>
  /** Throws `not_available` when the configured nodes are of different chains. */
  chainId(signal?: AbortSignal): Promise<number>
  /** Unix seconds; throws `not_found` for a block that the node does not have. */
  blockTimestamp(number: number, signal?: AbortSignal): Promise<number>
}

export function createEvmReader(pool: NodePool, readerOptions: EvmReaderOptions): EvmReader {
  const { checkBloom = true, proof, parallel = 4 } = readerOptions
  const options = { checkBloom }
  const strict = proof && { ...proof, refuse: true }
  const chunkSize = new ChunkSize()
  const recheck = new Recheck()
  const head = headReader(pool, readerOptions.finalityBlocks)

  /** The pool remembers for a while which nodes lack eth_getBlockReceipts: if all do, it fails without a request. */
  const readChunk = async (
    from: number,
    to: number,
    options: Parameters<typeof readWithBlockReceipts>[3],
  ): Promise<(EvmBlock | WrongBlock)[]> => {
    try {
      return await readWithBlockReceipts(pool, from, to, options)
    } catch (error) {
      if (!isRefusal(error, 'unsupported') || !error.method.includes('eth_getBlockReceipts')) throw error
      return readWithReceiptsEach(pool, from, to, options)
    }
  }

  /** One block, refused if a check fails. */
  const readRight = async (number: number, signal: AbortSignal | undefined): Promise<EvmBlock | undefined> => {
    const [block] = await readChunk(number, number, {
      checkBloom,
      proof: strict,
      attemptsMax: Math.max(againMax, pool.size * 2),
      signal: signal ?? new AbortController().signal,
    })
    return block && isRead(block) ? block : undefined
  }

  /** Requests a wrong block again, from other nodes first and later from the same node; then it is marked or set aside. */
  const again = async (
    wrong: WrongBlock,
    child: EvmBlock | WrongBlock | undefined,
    fault: InconsistentAnswer | undefined,
    signal: AbortSignal,
  ): Promise<ReadableBlock> => {
    try {
      const right = await readRight(wrong.number, signal)
      recheck.cured()
      if (right) return right
    } catch (error) {
      if (!(error instanceof InconsistentAnswer)) throw error
    }
    if (proof && !proof.refuse) {
      const [marked] = await readChunk(wrong.number, wrong.number, {
        checkBloom,
        proof,
        attemptsMax: 1,
        signal,
        onWrong: () => {},
      })
      if (marked && isRead(marked)) {
        recheck.confirmed()
        return marked
      }
    }
    const next = child ?? (await headerAt(wrong.number + 1, signal))
    const isInPlace = next ? next.parentHash === wrong.hash : await isFinal(wrong, signal)
    // Otherwise it may be a reorg during the request.
    if (!isInPlace) throw fault ?? new InconsistentAnswer(`block ${wrong.number} is wrong`)
    return { ...wrong, fault: fault?.message ?? 'The node returned an inconsistent response.' }
  }

  const headerAt = async (number: number, signal?: AbortSignal): Promise<NodeHeader | undefined> => {
    const call = { method: 'eth_getBlockByNumber', params: [hexNumber(number), false], mayFail: true }
    const read = ([raw]: readonly unknown[]) => {
      if (raw === null || isRefusal(raw, 'missing_data')) return undefined
      if (raw instanceof NodeRefusal) throw raw
      const header = parseHeader(raw)
      if (header.number !== number) throw new InconsistentAnswer(`block ${header.number} for block ${number}`)
      return header
    }
    return await pool.ask([call], read, { signal, minimumHead: number })
  }

  /** A node that only keeps single blocks has no child block that would confirm the place. */
  const isFinal = async ({ number, hash }: WrongBlock, signal: AbortSignal): Promise<boolean> => {
    const { latest, finalized } = await head(signal)
    const isDeep = readerOptions.finalityBlocks > 0 && number <= latest - readerOptions.finalityBlocks
    return (number <= finalized || isDeep) && (await headerAt(number, signal))?.hash === hash
  }

  /** Asks again in halves when the answer is too large or too slow to come; a single block has no halves. */
  const chunk = async (from: number, to: number, signal: AbortSignal): Promise<ReadableBlock[]> => {
    try {
      const faults = new Map<number, InconsistentAnswer>()
      const read = await readChunk(from, to, {
        ...options,
        proof: recheck.isWorthwhile ? strict : proof,
        signal,
        onWrong: ({ number }, fault) => faults.set(number, fault),
      })
      const blocks: ReadableBlock[] = []
      for (const [index, block] of read.entries())
        blocks.push(isRead(block) ? block : await again(block, read[index + 1], faults.get(block.number), signal))
      chunkSize.succeeded(
        blocks.length,
        blocks.reduce((sum, block) => sum + (isSetAside(block) ? 0 : block.transactions.length), 0),
      )
      return blocks
    } catch (error) {
      if (from === to || !isTooMuch(error)) throw error
      chunkSize.failed(to - from + 1)
      const middle = Math.floor((from + to) / 2)
      const first = await chunk(from, middle, signal)
      return first.length < middle - from + 1 ? first : [...first, ...(await chunk(middle + 1, to, signal))]
    }
  }

  const readable = async (from: number, to: number, signal?: AbortSignal): Promise<ReadableBlock[]> => {
    const rest = new AbortController()
    const either = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
    const pending: { wanted: number; promise: Promise<ReadableBlock[]> }[] = []
    const read: ReadableBlock[] = []
    let next = from
    const fill = () => {
      while (pending.length < parallel && next <= to) {
        const end = Math.min(to, next + chunkSize.blocks - 1)
        const promise = chunk(next, end, either)
        // It may fail while an earlier one is awaited; it is awaited, or given up, in its turn.
        promise.catch(() => undefined)
        pending.push({ wanted: end - next + 1, promise })
        next = end + 1
      }
    }
    try {
      fill()
      for (let turn = pending.shift(); turn; turn = pending.shift()) {
        const part = await turn.promise
        for (const block of part) read.push(block)
        if (part.length < turn.wanted) break
        fill()
      }
    } finally {
      rest.abort()
    }
    return read
  }

  return {
    head,
    readable,
    readRight,
    placeOf: async (number, fault, signal) => {
      const header = await headerAt(number, signal)
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
    chainId: async (signal) => {
      const ids = await pool.askEach([{ method: 'eth_chainId', params: [] }], ([id]) => parseCount(id, 'chainId'), {
        signal,
      })
      const [id, other] = [...new Set(ids)]
      if (id === undefined || other !== undefined) {
        throw new ServiceError('not_available', `The nodes of this chain serve different chains: ${ids.join(', ')}.`)
      }
      return id
    },
    blockTimestamp: async (number, signal) => {
      const raw = await pool.call('eth_getBlockByNumber', [hexNumber(number), false], { signal, minimumHead: number })
      if (raw === null) throw new ServiceError('not_found', `The node has no block ${number}.`)
      return parseHeader(raw).timestamp
    },
  }
}

/** How often a wrong block is requested again. */
const againMax = 4
/** After this many confirmed marks in a row, the chain's rules are considered unknown, and further requests only cost. */
const confirmedMax = 5

/** Whether a block that fails a check is requested again before it is marked. */
class Recheck {
  #confirmedInRow = 0

  get isWorthwhile(): boolean {
    return this.#confirmedInRow < confirmedMax
  }

  confirmed(): void {
    this.#confirmedInRow += 1
  }

  cured(): void {
    this.#confirmedInRow = 0
  }
}

const isRead = (block: EvmBlock | WrongBlock): block is EvmBlock => 'transactions' in block

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
    // A lagging node must not hold the others back; that the best really has its head shows when the block is read.
    const best = heads.reduce((a, b) => (b.latest > a.latest ? b : a))
    if (asksFinalized && heads.every(({ finalizedBlock }) => isUnknownTag(finalizedBlock)))
      lacksFinalizedTag.confirm(now())
    const said = best.finalizedBlock
    const isBlock = said !== null && said !== undefined && !(said instanceof NodeRefusal)
    if (isBlock) {
      knownFinalized = parseHeader(said).number
      lacksFinalizedTag.refute()
    }
    const finalized = knownFinalized ?? Math.max(0, best.latest - finalityBlocks)
    return { latest: best.latest, finalized: Math.min(best.latest, finalized) }
  }
}

const isUnknownTag = (said: unknown): boolean => isRefusal(said, 'unsupported') || isRefusal(said, 'invalid')

const isTooMuch = (error: unknown): boolean =>
  isRefusal(error, 'too_many_results') ||
  isRefusal(error, 'range_too_large') ||
  (error instanceof TransportError &&
    (error.fault === 'too_large' || error.fault === 'timeout' || error.httpStatus === 413))
