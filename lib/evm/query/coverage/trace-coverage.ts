import { type Coverage, coverageOf, type RequestedRange } from '#lib/api/coverage.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readBodyIntervals, readFrameIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { EvmCoverage } from './evm-coverage.ts'

type Index = { coverage: EvmCoverage; store: Store<EvmTables> }

const partCoverage =
  (readRanges: typeof readTraceIntervals) =>
  async ({ coverage, store }: Index, chain: ServedChain): Promise<(blocks: RequestedRange) => Coverage> => {
    const { asked } = (await coverage(chain))({ first: 0 })
    const ranges = await readRanges(store.db, chain.id)
    return (blocks) => coverageOf({ unit: 'block', ranges, head: asked.last }, blocks)
  }

/** The coverage of internal transfers, as `EvmCoverage`: of the blocks that were traced. */
export const traceCoverage = partCoverage(readTraceIntervals)

/** Of those of them whose frames are stored. */
export const frameCoverage = partCoverage(readFrameIntervals)

/** Of what bodies of blocks have besides transactions. */
export const bodyCoverage = partCoverage(readBodyIntervals)
