import type { Coverage, RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { type EvmCoverage, evmUnit } from './evm-coverage.ts'

type Question = {
  /** The whole chain if omitted. */
  blocks?: RequestedRange
  /** Set if the response only contains events of these contracts. */
  contracts?: readonly string[]
}

/** Decides the coverage of a response and reports it to the caller. Await it before reading the rows. */
export const reportCoverage = async (
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

/** For a response about one block that was read in full, from the index or from the node. */
export const coverageOfBlock = (number: number): Coverage => {
  const range = { first: number, last: number }
  return { unit: evmUnit, isComplete: true, ranges: [range], rangeCount: 1, asked: range }
}

/** For a response about an unknown block. */
export const coverageOfNothing: Coverage = {
  unit: evmUnit,
  isComplete: false,
  ranges: [],
  rangeCount: 0,
  asked: { first: 0, last: null },
}
