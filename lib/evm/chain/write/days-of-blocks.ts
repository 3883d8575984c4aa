import { dayOf } from '#lib/evm/chain/decode/day-sums.ts'
import { blocksOfTransfers } from '#lib/evm/chain/stored/blocks-of-transfers.ts'

/** The UTC day of each block. */
export const daysOfBlocks = async (
  ...[context, transfers]: Parameters<typeof blocksOfTransfers>
): Promise<Map<number, number>> => {
  const blocks = await blocksOfTransfers(context, transfers)
  return new Map([...blocks].map(([number, { block_timestamp }]) => [number, dayOf(block_timestamp)]))
}
