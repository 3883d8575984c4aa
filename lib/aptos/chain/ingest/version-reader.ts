import pLimit from 'p-limit'
import type { DecodeOptions } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosLedger } from '#lib/aptos/chain/rpc/ledger.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { AnswerTooLarge } from '#lib/aptos/chain/rpc/node-failure.ts'
import { type ReadableVersion, setAsideVersion } from '#lib/aptos/chain/write/set-aside-versions.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { chunksInOrder } from '#lib/indexing/chunks-in-order.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'
import { decodeBody, OddVersion, type PageThreads } from './page-decoder.ts'

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
