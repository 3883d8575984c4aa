import type { Clock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { BlockLink, ChainIndex, ChainReader, Head } from './chain.ts'

/** The number of polls in a row, and their minimum duration, that must report the same lower head. */
export type LowerHeadLimits = { polls: number; ms: number }

export const lowerHeadDefaults: LowerHeadLimits = { polls: 8, ms: 30_000 }

/**
 * Distinguishes a chain that was rolled back (`debug_setHead`, a devnet snapshot) from a lagging node. A node that
 * catches up reports rising heads, and a load balancer sometimes reports the full head: both reset the count.
 */
const createLowerHead = (
  limits: LowerHeadLimits,
  clock: Pick<Clock, 'now'>,
): ((tip: BlockLink, head: Head) => boolean) => {
  let seen: { tip: string; latest: number; since: number; polls: number } | undefined
  return (tip, head) => {
    if (head.latest >= tip.number) {
      seen = undefined
      return false
    }
    if (seen?.tip !== tip.hash || seen.latest !== head.latest)
      seen = { tip: tip.hash, latest: head.latest, since: clock.now(), polls: 0 }
    seen.polls += 1
    if (seen.polls < limits.polls || clock.now() - seen.since < limits.ms) return false
    seen = undefined
    return true
  }
}

/**
 * The newest stored block at or below `from` that is still on the chain; `undefined` if there is none. Doubles its step
 * backwards, then bisects: a reorg of depth d costs about 2·log2(d) requests. Throws `upstream_failed` if the node
 * lacks a block below its own head.
 */
const commonBlock = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: Pick<ChainIndex<Block>, 'linkAt'>,
  from: number,
  signal?: AbortSignal,
): Promise<BlockLink | undefined> => {
  const compare = async (number: number): Promise<'same' | 'different' | 'not stored'> => {
    const stored = await index.linkAt(number)
    if (!stored) return 'not stored'
    return (await blockHash(reader, number, signal)) === stored.hash ? 'same' : 'different'
  }

  // Along the chain, stored blocks are first equal and then different; below them nothing is stored.
  let different = from + 1
  let stepBack = 1
  let lower = from
  for (;;) {
    const found = lower < 0 ? 'not stored' : await compare(lower)
    if (found !== 'different') break
    different = lower
    lower -= stepBack
    stepBack *= 2
  }
  while (different - lower > 1) {
    const middle = lower + Math.floor((different - lower) / 2)
    const found = middle < 0 ? 'not stored' : await compare(middle)
    if (found === 'different') different = middle
    else lower = middle
  }
  return lower < 0 ? undefined : await index.linkAt(lower)
}

/** Hash of the chain's block of that number. Throws `upstream_failed` if the node has no such block. */
const blockHash = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  number: number,
  signal?: AbortSignal,
): Promise<string> => {
  const [block] = await reader.blocks(number, number, signal)
  if (block?.number === number) return block.hash
  throw new ServiceError('upstream_failed', `The node has no block ${number}, though its head is not below it.`)
}

export type Reverted =
  /** Blocks above `to` were reverted; all of them if it is undefined. */
  | { kind: 'rewound'; from: number; to: number | undefined; head: Head }
  /** Nothing to do until the chain grows (or the node catches up with us). */
  | { kind: 'waiting'; tip: number | undefined; head: Head }

/** Compares an index with its chain, and reverts blocks that the chain no longer has. */
type Reorgs = {
  /** Compares the tip, or the block at the head if that is lower. */
  compareTip(tip: BlockLink, head: Head): Promise<'same' | 'forked' | 'not stored'>
  /** Reverts to the newest block that the chain still has. */
  rewind(tip: BlockLink, head: Head): Promise<Reverted>
  /**
   * Reverts the blocks above a head that stays lower than the tip, on a chain that is otherwise the same: no other
   * blocks followed. Final blocks are kept, and all blocks are if the node still has the tip.
   */
  revertAbove(tip: BlockLink, head: Head): Promise<Reverted | undefined>
  /** A block that follows the tip was stored. */
  linked(): void
}

type ReorgOptions = { allowReset: boolean; lowerHead: LowerHeadLimits; clock: Clock; signal: AbortSignal | undefined }

export const createReorgs = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: ChainIndex<Block>,
  { allowReset, lowerHead, clock, signal }: ReorgOptions,
): Reorgs => {
  /** A tip that is on the chain although its next block has another parent. */
  let unlinkedTip: string | undefined
  const isLowerForGood = createLowerHead(lowerHead, clock)

  const chainHash = async (number: number, head: Head): Promise<string> =>
    number === head.latest && head.hash !== undefined ? head.hash : await blockHash(reader, number, signal)

  /** A lower head alone is not a reorg, because the node may lag; see `revertAbove` for a head that stays low. */
  const compareTip: Reorgs['compareTip'] = async (tip, head) => {
    const number = Math.min(tip.number, head.latest)
    const stored = await index.linkAt(number)
    if (!stored) return 'not stored'
    return (await chainHash(number, head)) === stored.hash ? 'same' : 'forked'
  }

  const rewind: Reorgs['rewind'] = async (tip, head) => {
    const from = Math.min(tip.number, head.latest)
    const common = await commonBlock(reader, index, from, signal)
    if (common && common.number >= from) {
      // A reorg may happen between two responses. A response that stays inconsistent must not look like an idle chain.
      const isAgain = unlinkedTip === tip.hash
      unlinkedTip = tip.hash
      if (isAgain) throw notLinked(tip)
      return { kind: 'waiting', tip: tip.number, head }
    }
    unlinkedTip = undefined
    if (!allowReset) await refuseToRewindFinal(tip, common)
    await index.rewind(common?.number)
    return { kind: 'rewound', from: tip.number, to: common?.number, head }
  }

  const refuseToRewindFinal = async (tip: BlockLink, common: BlockLink | undefined): Promise<void> => {
    const reported = await index.finalized()
    if (reported === undefined) return
    const final = Math.min(reported, tip.number)
    if (common ? common.number >= final : (await index.linkAt(final)) === undefined) return
    throw new ServiceError(
      'upstream_failed',
      `The node has a different history than the index: block ${final} was final and is not part of its chain. Check that the node serves the right chain and is in sync.`,
      { retryAfterSeconds: 60 },
    )
  }

  const revertAbove: Reorgs['revertAbove'] = async (tip, head) => {
    if (!isLowerForGood(tip, head)) return undefined
    const final = await index.finalized()
    if (!allowReset && final !== undefined && head.latest < Math.min(final, tip.number)) return undefined
    if ((await reader.blocks(tip.number, tip.number, signal)).length > 0) return undefined
    const to = (await index.linkAt(head.latest)) ? head.latest : undefined
    if (to === undefined && !allowReset) return undefined
    await index.rewind(to)
    return { kind: 'rewound', from: tip.number, to, head }
  }

  return {
    compareTip,
    rewind,
    revertAbove,
    linked: () => {
      unlinkedTip = undefined
    },
  }
}

const notLinked = ({ number }: BlockLink): ServiceError =>
  new ServiceError(
    'upstream_failed',
    `The node's block ${number + 1} does not follow its own block ${number}, so the blocks after it cannot be indexed.`,
  )
