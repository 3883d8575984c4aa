import { availableParallelism } from 'node:os'
import type { DecodedVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import { AptosNodeFailure, tooDeep } from '#lib/aptos/chain/rpc/node-failure.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool, type ThreadPoolOptions } from '#lib/process/thread-pool.ts'
import { wholeBuffer } from '#lib/process/whole-buffer.ts'
import { type DecodedPage, decodePage, type PageOrder } from './decode-page.ts'

/** The threads that decode pages, for any number of networks. */
export type PageThreads = ThreadPool<PageOrder, DecodedPage>

/** A smaller page is decoded faster than it is handed over. */
const handedOverBytesMin = 64 * 1024

/** One decodes about as fast as this thread stores. One core is left to this thread. */
const threadsMax = Math.max(1, Math.min(2, availableParallelism() - 1))

export const createPageThreads = (options: Partial<Omit<ThreadPoolOptions, 'file'>> = {}): PageThreads =>
  createThreadPool({ threadsMax, ...options, file: () => scriptUrl('./decode-page-thread.ts', import.meta.url) })

/** A version in an unknown form: other nodes are asked, and the one that sent it is as good as before. */
export class OddVersion extends AptosNodeFailure {
  readonly version: number
  constructor(version: number, fault: string, cause: Error | undefined) {
    super(fault, { next: 'elsewhere' }, { cause })
    this.version = version
  }
}

/** Decodes a page, in a thread if there are threads. Takes the body. @throws ServiceError if it is refused. */
export const decodeBody = async (order: PageOrder, threads: PageThreads | undefined): Promise<DecodedVersion[]> => {
  const isHandedOver = threads !== undefined && order.body.byteLength >= handedOverBytesMin
  const answer = isHandedOver ? await decodedBy(threads, order) : decodePage(order)
  if ('versions' in answer) return answer.versions
  if ('isTooDeep' in answer) throw tooDeep()
  const cause = answer.details === undefined ? undefined : new Error(answer.details)
  throw answer.odd === undefined
    ? new ServiceError('upstream_failed', answer.fault, { cause })
    : new OddVersion(answer.odd, answer.fault, cause)
}

const decodedBy = async (threads: PageThreads, order: PageOrder): Promise<DecodedPage> => {
  const body = wholeBuffer(order.body)
  try {
    return await threads.run({ ...order, body }, [body.buffer])
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    const fault = `The Aptos node's response for version ${order.start} could not be decoded: the thread ${error.message}.`
    throw new ServiceError('upstream_failed', fault, { cause: error })
  }
}
