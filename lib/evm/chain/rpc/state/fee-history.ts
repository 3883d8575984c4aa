import * as z from 'zod'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { quantity } from '#lib/evm/chain/rpc/quantities.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** One block was asked for: the second entry is the block after it. */
const history = z.object({
  oldestBlock: quantity,
  baseFeePerGas: z.array(quantity).min(2).max(2),
  baseFeePerBlobGas: z.array(quantity).max(2).nullish(),
})

/** The fees that the next block of the node will charge; the blob fee is null before Cancun. */
export type NextFees = { block: number; baseFee: bigint; blobBaseFee: bigint | null }

/** By `eth_feeHistory`, which every chain answers by its own rules. */
export const readNextFees = async (pool: NodePool, signal?: AbortSignal): Promise<NextFees> => {
  const read = history.safeParse(await pool.call('eth_feeHistory', ['0x1', 'latest', []], { signal }))
  if (!read.success) throw new InconsistentAnswer('an invalid fee history')
  const { oldestBlock, baseFeePerGas, baseFeePerBlobGas } = read.data
  return {
    block: Number(oldestBlock) + 1,
    baseFee: baseFeePerGas[1] ?? 0n,
    blobBaseFee: baseFeePerBlobGas?.[1] || null,
  }
}
