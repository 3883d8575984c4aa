import { ServiceError } from '#lib/base/errors.ts'
import type { BlockLink, ChainIndex, ChainReader } from './chain.ts'

/**
 * The newest stored block at or below `from` that is still on the chain; `undefined` if there is none. Doubles its step
 * backwards, then bisects: a reorg of depth d costs about 2·log2(d) requests. Throws `upstream_failed` if the node
 * lacks a block below its own head.
 */
export const commonBlock = async <Block extends BlockLink>(
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
export const blockHash = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  number: number,
  signal?: AbortSignal,
): Promise<string> => {
  const [block] = await reader.blocks(number, number, signal)
  if (block?.number === number) return block.hash
  throw new ServiceError('upstream_failed', `The node has no block ${number}, though its head is not below it.`)
}
