import type { BlockLink, ChainIndex, ChainReader } from './chain.ts'
import { createFollower, type FollowerOptions, type Step } from './follower.ts'
import { type RunOptions, runSteps } from './run-steps.ts'

/** Follows a chain until the signal ends it, or until its end block is stored and final. */
export const follow = async <Block extends BlockLink>(
  reader: ChainReader<Block>,
  index: ChainIndex<Block>,
  options: FollowerOptions & RunOptions<Step>,
): Promise<void> => {
  const follower = createFollower(reader, index, options, options.signal)
  await runSteps(() => follower.step(), options)
}
