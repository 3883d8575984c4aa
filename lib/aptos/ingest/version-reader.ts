import pLimit from 'p-limit'
import { ServiceError } from '#lib/api/errors.ts'
import type { DecodedVersion, DecodeOptions } from '#lib/aptos/decode/decode-version.ts'
import type { AptosLedger } from '#lib/aptos/node/ledger.ts'
import type { AptosNode } from '#lib/aptos/node/node.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { decodeBody, type PageThreads } from './page-decoder.ts'

/** The full node's maximum page size. */
const pageSize = 100
/** Concurrent pages over all batches; fewer for a node that asks for less. */
const pagesAtOnce = 8

/**
 * Reads the ledger from its nodes and decodes it at once, so that the JSON of a page is released immediately; in `threads`, if
 * there are some. A response with a gap, a duplicate or an unexpected format is refused as a whole, and another node is used.
 */
export const createVersionReader = (
  node: AptosNode,
  {
    onLedger,
    threads,
    ...options
  }: DecodeOptions & { onLedger?: (ledger: AptosLedger) => void; threads?: PageThreads | undefined },
): ChainReader<DecodedVersion> => {
  const limit = pLimit(pagesAtOnce)

  /** Versions starting at `start`, as many as requested unless the node ends before. */
  const read = async (start: number, count: number, signal?: AbortSignal): Promise<DecodedVersion[]> => {
    const versions: DecodedVersion[] = []
    while (versions.length < count) {
      const from = start + versions.length
      const asked = count - versions.length
      const decode = (body: Uint8Array) => decodeBody({ body, start: from, count: asked, options }, threads)
      const page = await node.transactionPage(from, asked, decode, signal)
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
    blocks: async (from, to, signal) => {
      const starts: number[] = []
      for (let start = from; start <= to; start += pageSize) starts.push(start)
      const pages = await Promise.all(
        starts.map((start) =>
          limit(() => {
            signal?.throwIfAborted()
            return read(start, Math.min(pageSize, to - start + 1), signal)
          }),
        ),
      )
      const versions: DecodedVersion[] = []
      for (const [index, page] of pages.entries()) {
        versions.push(...page)
        // The node that responded ends here: later versions of other nodes would leave a gap.
        if (page.length < Math.min(pageSize, to - (starts[index] ?? to) + 1)) break
      }
      return versions
    },
  }
}
