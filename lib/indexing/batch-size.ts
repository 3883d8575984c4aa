import type { Clock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { BlockLink, ChainReader, Head, IsEnough } from './chain.ts'

export type BatchLimits = {
  initialBlocks: number
  blocksMax: number
  /** Target time for fetching or storing one batch. */
  targetMs: number
  /** Target size of one batch in memory, as the reader measures its blocks. */
  targetBytes: number
}

/** Careful defaults for an unknown node. */
export const batchDefaults: BatchLimits = {
  initialBlocks: 16,
  blocksMax: 1_000,
  targetMs: 1_000,
  targetBytes: 32 * 1024 ** 2,
}

/** So much more than its target may a batch take where blocks suddenly are larger than the ones before them. */
const excess = 2

export type BatchSize<Block> = {
  readonly blocks: number
  /** Ends a request whose blocks are far larger than those before, so that a jump in their size does not fill the memory. */
  end(): IsEnough<Block>
  /**
   * Called after a successful batch: the next ones grow or shrink toward the targets. By at most a factor of two, unless they
   * would be too large.
   */
  learn(blocks: readonly Block[], tookMs: number): void
  /** Called after a failed batch, which may have been too large. */
  shrink(): void
}

export const createBatchSize = <Block extends BlockLink>(
  { initialBlocks, blocksMax, targetMs, targetBytes }: BatchLimits,
  bytesOf: ChainReader<Block>['bytesOf'] = () => 1_024,
): BatchSize<Block> => {
  const sizeOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + bytesOf(block), 0)
  const within = (blocks: number): number => Math.max(1, Math.min(blocksMax, Math.floor(blocks)))
  let size = within(initialBlocks)
  return {
    get blocks() {
      return size
    },
    end: () => {
      let bytes = 0
      return (part) => {
        bytes += sizeOf(part)
        return bytes >= excess * targetBytes
      }
    },
    learn: (blocks, tookMs) => {
      if (!blocks.length) return
      const byTime = (blocks.length * targetMs) / Math.max(tookMs, 1)
      const bySize = (blocks.length * targetBytes) / Math.max(sizeOf(blocks), 1)
      const wanted = Math.min(byTime, bySize)
      // A short batch (the head, the end of a range) can show that it was too slow, but not that a larger one would be
      // fast.
      if (blocks.length < size && wanted > size) return
      size = within(Math.min(Math.max(wanted, size / 2), size * 2, bySize))
    },
    shrink: () => {
      size = within(size / 2)
    },
  }
}

/** A finished request: `head` was read before it was sent. */
type Batch<Block> = { blocks: Block[]; head: Head; tookMs: number }

type Prefetch<Block> = {
  /**
   * Returns the batch that starts at `from`; later ones, up to `last`, are requested while the caller stores this one.
   * Pending requests that do not continue it are dropped: a response was truncated, or blocks were reverted.
   */
  take(from: number, last: number, head: Head): Promise<Batch<Block>>
  /** Drops pending requests after the chain has changed. */
  clear(): void
}

type Request<Block> = { from: number; to: number; answer: Promise<Batch<Block>> }

/** Keeps up to `depth` requests in flight, in chain order. */
export const createPrefetch = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  size: BatchSize<Block>,
  depth: number,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Prefetch<Block> => {
  let requests: Request<Block>[] = []
  let dropped = new AbortController()

  const clear = (): void => {
    requests = []
    dropped.abort()
    dropped = new AbortController()
  }

  const request = (from: number, to: number, head: Head): Request<Block> => {
    const startedAt = clock.now()
    const either = signal ? AbortSignal.any([signal, dropped.signal]) : dropped.signal
    const answer = reader.blocks(from, to, either, size.end()).then((blocks) => {
      const first = blocks[0]
      if (first && (first.number !== from || blocks.length > to - from + 1)) {
        throw new ServiceError(
          'upstream_failed',
          `The node was asked for blocks ${from} to ${to} and returned ${blocks.length} from block ${first.number} on.`,
        )
      }
      return { blocks, head, tookMs: clock.now() - startedAt }
    })
    // Consumers see the failure; a prefetch that is dropped must not crash the process.
    answer.catch(() => {})
    return { from, to, answer }
  }

  return {
    clear,
    take: async (from, last, head) => {
      if (requests[0]?.from !== from) clear()
      for (;;) {
        const next = (requests.at(-1)?.to ?? from - 1) + 1
        if (requests.length >= depth || next > last) break
        requests.push(request(next, Math.min(last, next + size.blocks - 1), head))
      }
      const taken = requests.shift()
      invariant(taken, 'a batch contains at least one block')
      return await taken.answer
    },
  }
}
