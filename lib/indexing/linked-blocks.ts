import type { BlockLink } from './chain.ts'

/** Whether `block` can follow `parent`; without parent hashes, only numbers are compared. */
export const follows = (parent: BlockLink, block: BlockLink): boolean =>
  block.number === parent.number + 1 && (block.parentHash === undefined || block.parentHash === parent.hash)

/** The leading blocks that link. Truncated at the first that does not: a reorg may happen between two calls of one request. */
export const linkedBlocks = <Block extends BlockLink>(blocks: readonly Block[]): Block[] => {
  const end = blocks.findIndex((block, index) => {
    const parent = blocks[index - 1]
    return parent !== undefined && !follows(parent, block)
  })
  return end < 0 ? [...blocks] : blocks.slice(0, end)
}
