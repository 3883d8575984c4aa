import type { BlockLink } from './chain.ts'

/** A block whose position in the chain is known, but whose contents are not read because of `fault`. */
export type SetAsideBlock = BlockLink & { fault: string }

export const isSetAside = <Block extends BlockLink>(block: Block): block is Extract<Block, SetAsideBlock> =>
  'fault' in block

/** Blocks with consecutive numbers, between those that were left out. */
export type BlockRun<Block> = { first: Block; last: Block; blocks: Block[] }

export const runsOf = <Block extends BlockLink>(blocks: readonly Block[]): BlockRun<Block>[] => {
  const runs: BlockRun<Block>[] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    if (run && run.last.number + 1 === block.number) {
      run.last = block
      run.blocks.push(block)
    } else runs.push({ first: block, last: block, blocks: [block] })
  }
  return runs
}
