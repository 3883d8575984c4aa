import { hexNumber } from '#lib/base/hex.ts'
import { hashedHeader } from '#lib/evm/chain/checks/header-bytes.ts'
import type { EvmRecording } from './recording.ts'

type Moved = Pick<EvmRecording, 'blocks' | 'receipts'>

/**
 * The blocks and receipts at other times. A block's hash covers its time and its parent's hash, so every block gets another one;
 * all else is as recorded, and the checks of a block hold as before.
 */
export const movedChain = ({ blocks, receipts }: Moved, seconds: number): Moved => {
  if (seconds === 0) return { blocks, receipts }
  const hashes = new Map<string, string>()
  const moved = blocks.map((block) => {
    const timestamp = hexNumber(Number(block.timestamp) + seconds)
    const header = { ...block, timestamp, parentHash: hashes.get(block.parentHash) ?? block.parentHash }
    const { hash } = hashedHeader(header, {}, new Set())
    hashes.set(block.hash, hash)
    const transactions = block.transactions.map((one) => ({ ...one, blockHash: hash, ...timeOf(one, timestamp) }))
    return { ...header, hash, transactions }
  })
  return {
    blocks: moved,
    receipts: receipts.map((ofBlock, number) => {
      const { hash: blockHash = '0x', timestamp = '0x' } = moved[number] ?? {}
      return ofBlock.map((receipt) => ({
        ...receipt,
        blockHash,
        logs: receipt.logs.map((log) => ({ ...log, blockHash, ...timeOf(log, timestamp) })),
      }))
    }),
  }
}

/** Some nodes repeat the time of the block. */
const timeOf = (record: object, blockTimestamp: string) => ('blockTimestamp' in record ? { blockTimestamp } : {})
