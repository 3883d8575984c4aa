import type { Kysely } from 'kysely'
import { simulationGasMax } from '#lib/evm/api/format/calldata-bounds.ts'
import { readGasLimit } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from './context.ts'
import { newestBlock } from './newest-block.ts'

/** The most gas that a visitor's call or simulation gets: what the operator allows, and no more than a block of the chain. */
export const gasMaxOf = async (
  { gasMax = simulationGasMax, store }: Pick<EvmQueryContext, 'gasMax'> & { store: { db: Kysely<EvmTables> } },
  { id }: ServedChain,
): Promise<number> => {
  const newest = await newestBlock(store.db, id)
  const ofBlock = newest && readGasLimit(newest)
  return ofBlock ? Math.min(gasMax, Number(ofBlock)) : gasMax
}
