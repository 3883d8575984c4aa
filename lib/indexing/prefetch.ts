import type { Clock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { BatchSize } from './batch-size.ts'
import type { BlockLink, ChainReader, Head } from './chain.ts'

/** A finished request: `head` was read before it was sent. */
type Batch<Block> = { blocks: Block[]; head: Head; tookMs: number }

export type Prefetch<Block> = {
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
