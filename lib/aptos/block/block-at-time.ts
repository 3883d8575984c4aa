import { ServiceError } from '#lib/base/errors.ts'

type Dated = { block_height: string; block_timestamp: string }

/**
 * The height of the last block at or before a time, by bisection: at most 64 blocks are read. Undefined if the ledger begins
 * later. @throws ServiceError `not_available` if the blocks of that time are pruned.
 */
export const blockAtTime = async (
  { oldest, newest }: { oldest: number; newest: number },
  micros: bigint,
  read: (height: number) => Promise<Dated | undefined>,
): Promise<number | undefined> => {
  const isAfter = async (height: number): Promise<boolean> => {
    const block = await read(height)
    if (block) return BigInt(block.block_timestamp) > micros
    throw new ServiceError('not_available', `The Aptos node no longer has block ${height}.`)
  }
  if (await isAfter(oldest)) {
    if (oldest === 0) return undefined
    const message = `The Aptos node keeps blocks from height ${oldest} on, which is later than this time. An archive node has it.`
    throw new ServiceError('not_available', message)
  }
  let [low, high] = [oldest, newest]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (await isAfter(middle)) high = middle - 1
    else low = middle
  }
  return low
}
