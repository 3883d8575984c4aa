import { availableParallelism } from 'node:os'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool, type ThreadPoolOptions } from '#lib/process/thread-pool.ts'
import type { ChunkAnswer, ChunkOrder } from './decode-chunk.ts'

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
