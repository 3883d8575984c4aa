import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBytes, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'

/**
 * A block after which state is read. With its hash, only a node that has exactly this block at that height is trusted.
 */
export type StateBlock = { number: number; hash?: Hex }

/** Sent in one batch with the reads, which are then about the same chain. */
export const stateBlockCall = ({ number }: StateBlock): PoolCall => ({
  method: 'eth_getBlockByNumber',
  params: [hexNumber(number), false],
})

/** False if the node has no such block, or a different one: it is behind, or a reorg is in progress. */
export const hasStateBlock = ({ number, hash }: StateBlock, answer: unknown): boolean => {
  if (answer === null) return false
  const header = parseHeader(answer)
  if (header.number !== number) throw new InconsistentAnswer(`block ${header.number} for block ${number}`)
  return hash === undefined || header.hash === hash
}

/** Retrying soon makes sense: the index or the node catches up. */
export const lacksBlock = ({ number }: StateBlock): ServiceError =>
  new ServiceError('not_available', `The node has a different block ${number}, or does not have it yet.`, {
    retryAfterSeconds: 2,
  })

const attemptsMax = 2

/** Words of a contract's storage after a block, in the order of the slots. Throws as `readCode` does. */
export const readStorage = async (
  pool: NodePool,
  address: Hex,
  slots: readonly Hex[],
  { block, signal }: { block: StateBlock; signal?: AbortSignal | undefined },
): Promise<Hex[]> => {
  const reads = slots.map((slot) => ({ method: 'eth_getStorageAt', params: [address, slot, hexNumber(block.number)] }))
  const words = await pool.ask(
    [stateBlockCall(block), ...reads],
    ([header, ...answers]): Hex[] | undefined =>
      hasStateBlock(block, header) ? answers.map((answer) => parseBytes(answer, 'storage')) : undefined,
    { signal, attemptsMax, minimumHead: block.number },
  )
  if (!words) throw lacksBlock(block)
  return words
}
