import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { Head } from '#lib/indexing/chain.ts'
import type { BloomTrust } from './bloom-trust.ts'
import { headerAt } from './header-at.ts'
import { isRead, type ReadOptions, readChunk, type WrongBlock } from './read-blocks.ts'
import type { ReadableBlock } from './set-aside-block.ts'

type WrongBlockOptions = Pick<ReadOptions, 'proof'> & {
  bloom: BloomTrust
  finalityBlocks: number
  head(signal: AbortSignal): Promise<Head>
}

/** Requests blocks that failed a check again, and decides how to treat those that stay wrong. */
export type WrongBlockReader = {
  /** The checks of the first request, and whether a failed check refuses a block. */
  firstProof(): ReadOptions['proof']
  /** One block that passes all checks, from other nodes first and later from the same node. */
  readRight(number: number, signal: AbortSignal, how?: Pick<ReadOptions, 'receiptsEach'>): Promise<EvmBlock | undefined>
  /**
   * The correct block, otherwise the block marked with its failed check, otherwise only its position. `child` is the
   * block after it.
   */
  reread(
    wrong: WrongBlock,
    child: EvmBlock | WrongBlock | undefined,
    fault: InconsistentAnswer | undefined,
    signal: AbortSignal,
  ): Promise<ReadableBlock>
}

/** How often a wrong block is requested again. */
const rereadsMax = 4
/** After this many confirmed marks in a row, the chain's rules are considered unknown, and further requests only cost. */
const confirmedMax = 5

export const createWrongBlockReader = (pool: NodePool, options: WrongBlockOptions): WrongBlockReader => {
  const { bloom, proof, head, finalityBlocks } = options
  const strict = proof && { ...proof, refuse: true }
  let confirmedInRow = 0

  const readRight: WrongBlockReader['readRight'] = async (number, signal, how) => {
    const attemptsMax = Math.max(rereadsMax, pool.size * 2)
    const [block] = await readChunk(pool, number, number, {
      checkBloom: bloom.isCompared,
      proof: strict,
      attemptsMax,
      signal,
      ...how,
    })
    return block && isRead(block) ? block : undefined
  }

  const rightOrUndefined: WrongBlockReader['readRight'] = async (number, signal, how) => {
    try {
      const right = await readRight(number, signal, how)
      confirmedInRow = 0
      return right
    } catch (error) {
      if (error instanceof InconsistentAnswer) return undefined
      throw error
    }
  }

  const markedOrUndefined: WrongBlockReader['readRight'] = async (number, signal, how) => {
    if (!proof || proof.refuse) return undefined
    const once = { checkBloom: bloom.isCompared, proof, attemptsMax: 1, signal, onWrong: () => {}, ...how }
    const [marked] = await readChunk(pool, number, number, once)
    if (!marked || !isRead(marked)) return undefined
    confirmedInRow += 1
    return marked
  }

  /** A node that only has single blocks has no child block to confirm the position. */
  const isFinal = async ({ number, hash }: WrongBlock, signal: AbortSignal): Promise<boolean> => {
    const { latest, finalized } = await head(signal)
    const isDeep = finalityBlocks > 0 && number <= latest - finalityBlocks
    return (number <= finalized || isDeep) && (await headerAt(pool, number, signal))?.hash === hash
  }

  const reread: WrongBlockReader['reread'] = async (wrong, child, fault, signal) => {
    const { number, hash } = wrong
    const how = { receiptsEach: fault instanceof MissingReceipts }
    const found =
      (await rightOrUndefined(number, signal, how)) ??
      // Neither way is better for a node that fails now and then.
      (how.receiptsEach ? await rightOrUndefined(number, signal) : undefined) ??
      (await markedOrUndefined(number, signal, how))
    if (found) return found
    const next = child ?? (await headerAt(pool, number + 1, signal))
    const isInPlace = next ? next.parentHash === hash : await isFinal(wrong, signal)
    // Otherwise it may be a reorg during the request.
    if (!isInPlace) throw fault ?? new InconsistentAnswer(`block ${number} is wrong`)
    return { ...wrong, fault: fault?.message ?? 'The node gave an answer that cannot be right.' }
  }

  return { firstProof: () => (confirmedInRow < confirmedMax ? strict : proof), readRight, reread }
}
