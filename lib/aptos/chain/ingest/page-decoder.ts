import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { JsonOverLimit, parseJson } from '#lib/api/input/parse-json.ts'
import { type DecodedVersion, type DecodeOptions, decodeVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { AnswerTooLarge, AptosNodeFailure, overLimit } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { AptosLedger } from '#lib/aptos/chain/rpc/request-node.ts'
import { type ReadableVersion, setAsideVersion } from '#lib/aptos/chain/write/aptos-index.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type ChainReader, chunksInOrder, isSetAside } from '#lib/indexing/chain.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool, type ThreadPoolOptions } from '#lib/process/thread-pool.ts'
import { wholeBuffer } from '#lib/process/whole-buffer.ts'

/** A page as the node sent it, and what was asked for. */
export type PageOrder = { body: Uint8Array; start: number; count: number; options: DecodeOptions }

/**
 * A page that is refused, with the cause for the log; because of its version `odd`, if one has an unknown form. A page that
 * is nested too deeply, or has too many values, may be read in parts.
 */
type DecodedPage =
  | { versions: DecodedVersion[] }
  | { excess: string }
  | { fault: string; details: string | undefined; odd: number | undefined }

/** Parses, checks and decodes a page of transactions. */
export const decodePage = (order: PageOrder): DecodedPage => {
  try {
    return { versions: versionsOf(order) }
  } catch (error) {
    if (error instanceof JsonOverLimit) return { excess: error.excess }
    if (!isServiceError(error)) throw error
    const details = error.cause instanceof Error ? error.cause.message : undefined
    return { fault: error.message, details, odd: error instanceof OtherForm ? error.version : undefined }
  }
}

const versionsOf = ({ body, start, count, options }: PageOrder): DecodedVersion[] => {
  const page = parsedPage(body)
  if (!Array.isArray(page) || page.length > count)
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node's response for version ${start} is not a list of at most ${count} transactions.`,
    )
  return page.map((transaction: unknown, index) => {
    const decoded = decoding(transaction, start + index, options)
    if (decoded.number === start + index) return decoded
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node gave an answer that cannot be right, so it was not used: it has version ${decoded.number} in place of ${start + index}.`,
    )
  })
}

/** One transaction of the page has a form that no rule foresaw. */
class OtherForm extends ServiceError {
  readonly version: number
  constructor(version: number, { message, cause }: ServiceError) {
    super('upstream_failed', message, { cause })
    this.version = version
  }
}

const decoding = (transaction: unknown, version: number, options: DecodeOptions): DecodedVersion => {
  try {
    return decodeVersion(transaction, options)
  } catch (error) {
    throw isServiceError(error) ? new OtherForm(version, error) : error
  }
}

const parsedPage = (body: Uint8Array): unknown => {
  try {
    return parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch (cause) {
    if (cause instanceof JsonOverLimit) throw cause
    throw new ServiceError('upstream_failed', 'The Aptos node returned incomplete JSON.', { cause })
  }
}

/** The threads that decode pages, for any number of networks. */
export type PageThreads = ThreadPool<PageOrder, DecodedPage>

/** A smaller page is decoded faster than it is handed over. */
const handedOverBytesMin = 64 * 1024

/** One decodes about as fast as this thread stores. One core is left to this thread. */
const threadsMax = Math.max(1, Math.min(2, availableParallelism() - 1))

export const createPageThreads = (options: Partial<Omit<ThreadPoolOptions, 'file'>> = {}): PageThreads =>
  createThreadPool({ threadsMax, ...options, file: () => scriptUrl('./decode-page-thread.ts', import.meta.url) })

/** A version in an unknown form: other nodes are asked, and the one that sent it is as good as before. */
class OddVersion extends AptosNodeFailure {
  readonly version: number
  constructor(version: number, fault: string, cause: Error | undefined) {
    super(fault, { next: 'elsewhere' }, { cause })
    this.version = version
  }
}

/** Decodes a page, in a thread if there are threads. Takes the body. @throws ServiceError if it is refused. */
const decodeBody = async (order: PageOrder, threads: PageThreads | undefined): Promise<DecodedVersion[]> => {
  const isHandedOver = threads !== undefined && order.body.byteLength >= handedOverBytesMin
  const answer = isHandedOver ? await decodedBy(threads, order) : decodePage(order)
  if ('versions' in answer) return answer.versions
  if ('excess' in answer) throw overLimit(answer.excess)
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

/** The full node's maximum page size. */
const pageSize = 100
/** Concurrent pages over all batches; fewer for a node that asks for less. */
const pagesAtOnce = 8
/** An event or a change while it is read: about a kilobyte of JSON. */
const bytesOfChange = 1_024

/**
 * Reads the ledger from its nodes and decodes it at once, so that the JSON of a page is released immediately; in `threads`, if
 * there are some. A response with a gap or a duplicate is refused as a whole, and another node is used. A version whose form
 * is unknown at every node, or that is too large on its own, is set aside, and the others are read.
 */
export const createVersionReader = (
  node: AptosNode,
  {
    onLedger,
    threads,
    ...options
  }: DecodeOptions & { onLedger?: (ledger: AptosLedger) => void; threads?: PageThreads | undefined },
): ChainReader<ReadableVersion> => {
  const limit = pLimit(pagesAtOnce)

  /** Versions starting at `start`, as many as requested unless the node ends before. */
  const read = async (start: number, count: number, signal?: AbortSignal): Promise<ReadableVersion[]> => {
    const versions: ReadableVersion[] = []
    while (versions.length < count) {
      const from = start + versions.length
      const asked = count - versions.length
      const decode = (body: Uint8Array) => decodeBody({ body, start: from, count: asked, options }, threads)
      const page = await node.transactionPage(from, asked, decode, signal).catch(async (error: unknown) => {
        if (error instanceof AnswerTooLarge) return [setAsideVersion(from, error.message)]
        if (!(error instanceof OddVersion)) throw error
        const { version, message } = error
        // On its own, it may be right: the response was damaged.
        if (asked === 1) return [setAsideVersion(version, message)]
        return await read(from, Math.max(1, version - from), signal)
      })
      if (!page?.length) break
      versions.push(...page)
    }
    return versions
  }

  return {
    head: async (signal) => {
      const ledger = await node.newestLedger(signal)
      const { newestVersion, chainId } = ledger
      if (chainId !== options.chainId)
        throw new ServiceError(
          'upstream_failed',
          `The Aptos node belongs to another network (chain id ${chainId}, expected ${options.chainId}).`,
        )
      onLedger?.(ledger)
      return { latest: newestVersion, finalized: newestVersion }
    },
    // Where a node's response ends early, later versions of other nodes would leave a gap: they are not used.
    blocks: (from, to, signal, isEnough) =>
      chunksInOrder(
        from,
        to,
        {
          parallelOf: () => pagesAtOnce,
          sizeOf: () => pageSize,
          read: (first, last, either) =>
            limit(() => {
              either.throwIfAborted()
              return read(first, last - first + 1, either)
            }),
          isEnough,
        },
        signal,
      ),
    bytesOf: (version: ReadableVersion) => (isSetAside(version) ? 1 : version.weight) * bytesOfChange,
  }
}
