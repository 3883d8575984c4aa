import { ServiceError } from '#lib/api/errors.ts'
import type { ProofOptions } from '#lib/evm/proof/with-checks.ts'
import type { ChainReader, Head } from '#lib/indexing/chain.ts'
import type { EvmBlock } from './block.ts'
import { ChunkSize } from './chunk-size.ts'
import { hexNumber } from './hex-number.ts'
import { LearnedLimit } from './learned-limit.ts'
import { isRefusal, NodeRefusal } from './node-refusal.ts'
import { parseCount, parseHeader } from './parse.ts'
import type { NodePool, PoolCall } from './pool.ts'
import { readWithBlockReceipts, readWithReceiptsEach } from './read-blocks.ts'
import { TransportError } from './transport-error.ts'

export type EvmReaderOptions = {
  /** Blocks after which one is taken as final where the node has no `finalized` tag. */
  finalityBlocks: number
  /** See CheckOptions: off for chains whose blooms are known not to match (Cronos). */
  checkBloom?: boolean
  /** Left out, blocks are not recomputed. */
  proof?: ProofOptions
  /** Chunks asked for at a time. */
  parallel?: number
}

/** A chain by its nodes' JSON-RPC. Every block given has passed the checks of `checkedBlock`. */
export type EvmReader = ChainReader<EvmBlock> & {
  /** Throws `not_available` when the configured nodes are of different chains. */
  chainId(signal?: AbortSignal): Promise<number>
  /** Unix seconds; throws `not_found` for a block that the node does not have. */
  blockTimestamp(number: number, signal?: AbortSignal): Promise<number>
}

export function createEvmReader(pool: NodePool, options: EvmReaderOptions): EvmReader {
  const { checkBloom = true, proof, parallel = 4 } = options
  const chunkSize = new ChunkSize()

  /** The pool remembers for a while which nodes lack eth_getBlockReceipts: where all do, it says so without asking. */
  const readChunk = async (from: number, to: number, signal: AbortSignal): Promise<EvmBlock[]> => {
    const options = { checkBloom, proof, signal }
    try {
      return await readWithBlockReceipts(pool, from, to, options)
    } catch (error) {
      if (!isRefusal(error, 'unsupported') || !error.method.includes('eth_getBlockReceipts')) throw error
      return readWithReceiptsEach(pool, from, to, options)
    }
  }

  /** Asks again in halves when the answer is too large or too slow to come; a single block has no halves. */
  const chunk = async (from: number, to: number, signal: AbortSignal): Promise<EvmBlock[]> => {
    try {
      const blocks = await readChunk(from, to, signal)
      chunkSize.succeeded(
        blocks.length,
        blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
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

  const blocks = async (from: number, to: number, signal?: AbortSignal): Promise<EvmBlock[]> => {
    const rest = new AbortController()
    const either = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
    const pending: { wanted: number; promise: Promise<EvmBlock[]> }[] = []
    const read: EvmBlock[] = []
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
    head: headReader(pool, options.finalityBlocks),
    blocks,
    chainId: async (signal) => {
      const ids = await pool.askEach([{ method: 'eth_chainId', params: [] }], ([id]) => parseCount(id, 'chainId'), {
        signal,
      })
      const [id, other] = [...new Set(ids)]
      if (id === undefined || other !== undefined) {
        throw new ServiceError('not_available', `The nodes of this chain are of different chains: ${ids.join(', ')}.`)
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

/** Remembers for a while that the nodes lack the `finalized` tag, and the newest finalized block where they have it. */
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
