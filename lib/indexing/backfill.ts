import { type BackfillerOptions, type BackfillStep, createBackfiller } from './backfiller.ts'
import type { BlockLink, ChainReader, RangeIndex } from './chain.ts'
import { type RunOptions, runSteps } from './run-steps.ts'

export type BackfillOptions<Block extends BlockLink> = BackfillerOptions<Block> & RunOptions<BackfillStep>

/** Stores ranges of a chain until all their blocks are stored and final, or until the signal ends it. */
export const backfill = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  options: BackfillOptions<Block>,
): Promise<void> => {
  const backfiller = createBackfiller(reader, index, options, options.signal)
  await runSteps(() => backfiller.step(), options)
}
