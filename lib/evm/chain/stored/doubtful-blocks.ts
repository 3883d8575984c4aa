import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { doubtfulBlocksIn } from '#lib/indexing/doubtful-blocks.ts'

export const {
  countDoubtful,
  dueBlocks,
  forgetDoubtful,
  noteDoubtful,
  postponeDoubtful,
  setAsideBetween,
  setAsideFault,
} = doubtfulBlocksIn<EvmTables>('evm_doubtful_blocks')
