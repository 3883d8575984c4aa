import type { Asked, Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmCoverage } from './evm-coverage.ts'

type Question = {
  /** The whole chain where it is left out. */
  blocks?: Asked
  /** Set where the answer holds events of these contracts alone. */
  contracts?: readonly string[]
}

/** Decides about an answer and tells its caller. To be awaited before the answer's rows are read. */
export const tellCoverage = async (
  coverage: EvmCoverage,
  chain: ServedChain,
  call: CallContext | undefined,
  { blocks = { first: 0 }, contracts }: Question = {},
): Promise<Coverage> => {
  const then = await coverage(chain, contracts)
  const decided = then(blocks)
  call?.coveredBy?.(decided)
  return decided
}

/** Of an answer about one block that was read whole, from the index or from the node. */
export const coverageOfBlock = (number: number): Coverage => {
  const range = { first: number, last: number }
  return { unit: 'block', isComplete: true, ranges: [range], rangeCount: 1, asked: range }
}

/** Of an answer about a block that no one here knows. */
export const coverageOfNothing: Coverage = {
  unit: 'block',
  isComplete: false,
  ranges: [],
  rangeCount: 0,
  asked: { first: 0, last: null },
}
