import pLimit from 'p-limit'
import * as z from 'zod'
import { ServiceError } from '#lib/api/errors.ts'
import { type DecodedVersion, type DecodeOptions, decodeVersion } from '#lib/aptos/decode/decode-version.ts'
import type { AptosLedger } from '#lib/aptos/node/ledger.ts'
import type { AptosNode } from '#lib/aptos/node/node.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'

/** The full node's maximum page size. */
const pageSize = 100
/** Concurrent pages over all batches; fewer for a node that asks for less. */
const pagesAtOnce = 8

const anyList = z.array(z.unknown())

/**
 * Reads the ledger from its nodes and decodes it at once, so that the JSON of a page is released immediately. A
 * response with a gap, a duplicate or an unexpected format is refused as a whole, and another node is used.
 */
export const createVersionReader = (
  node: AptosNode,
  options: DecodeOptions & { onLedger?: (ledger: AptosLedger) => void },
): ChainReader<DecodedVersion> => {
  const limit = pLimit(pagesAtOnce)

  /** Versions starting at `start`, as many as requested unless the node ends before. */
  const read = async (start: number, count: number, signal?: AbortSignal): Promise<DecodedVersion[]> => {
    const versions: DecodedVersion[] = []
    while (versions.length < count) {
      const from = start + versions.length
      const asked = count - versions.length
      const page = await node.transactionPage(from, asked, (page) => decodePage(page, from, asked, options), signal)
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
      options.onLedger?.(ledger)
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

const decodePage = (page: unknown, start: number, count: number, options: DecodeOptions): DecodedVersion[] => {
  const list = anyList.safeParse(page)
  if (!list.success || list.data.length > count)
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node's response for version ${start} is not a list of at most ${count} transactions.`,
    )
  return list.data.map((transaction, index) => {
    const decoded = decodeVersion(transaction, options)
    if (decoded.number === start + index) return decoded
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node's response is inconsistent: it has version ${decoded.number} in place of ${start + index}.`,
    )
  })
}
