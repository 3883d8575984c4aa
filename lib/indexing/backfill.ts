import { type BackfillerOptions, type BackfillStep, createBackfiller } from './backfiller.ts'
import type { BlockLink, ChainReader, RangeIndex } from './chain.ts'
import type { BlockRange } from './intervals.ts'
import { type RunOptions, runSteps } from './run-steps.ts'

/** Stores ranges of a chain in the given order, until all their blocks are stored and final, or until the signal ends it. */
export const fillRanges = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: RangeIndex<Block>,
  ranges: readonly BlockRange[],
  options: BackfillerOptions & RunOptions<BackfillStep>,
): Promise<void> => {
  const backfiller = createBackfiller(reader, index, ranges, { options, signal: options.signal })
  await runSteps(() => backfiller.step(), options)
}
