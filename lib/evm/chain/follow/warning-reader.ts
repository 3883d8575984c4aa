import type { Log } from '#lib/base/log.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { bytesOfBlock } from '#lib/evm/chain/rpc/reading/bytes-of-block.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'

/** Reads blocks for indexing, and logs those of a node that failed a check. */
export const warningReader = (
  { name, reader }: { name: string; reader: EvmReader },
  log: Log,
): ChainReader<ReadableBlock> => ({
  head: reader.head,
  earliest: reader.earliest,
  bytesOf: bytesOfBlock,
  blocks: async (from, to, signal, isEnough) => {
    const blocks = await reader.readable(from, to, signal, isEnough)
    for (const block of blocks) {
      const failed = isSetAside(block) ? [block.fault] : block.checks ? failedChecks(block.checks) : []
      if (failed.length > 0)
        log.warn({ chain: name, block: block.number, hash: block.hash, failed }, 'a block does not match its hash')
    }
    return blocks
  },
})
