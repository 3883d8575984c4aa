import { type Coverage, coverageOf, type RequestedRange } from '#lib/api/coverage.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { EvmCoverage } from './evm-coverage.ts'

/** The coverage of internal transfers, as `EvmCoverage`: of the blocks that were traced. */
export const traceCoverage = async (
  { coverage, store }: { coverage: EvmCoverage; store: Store<EvmTables> },
  chain: ServedChain,
): Promise<(blocks: RequestedRange) => Coverage> => {
  const { asked } = (await coverage(chain))({ first: 0 })
  const ranges = await readTraceIntervals(store.db, chain.id)
  return (blocks) => coverageOf({ unit: 'block', ranges, head: asked.last }, blocks)
}
