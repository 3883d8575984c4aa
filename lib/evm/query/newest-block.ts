import type { Kysely } from 'kysely'
import { simulationGasMax } from '#lib/evm/api/format/calldata-bounds.ts'
import { readGasLimit } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { BlockRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from './context.ts'

/** The stored block with the highest number. */
export const newestBlock = (
  db: Kysely<EvmTables>,
  chain: number,
): Promise<Pick<BlockRow, 'number' | 'timestamp' | 'hash' | 'gas_limit'> | undefined> =>
  db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'hash', 'gas_limit'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The most gas that a visitor's call or simulation gets: what the operator allows, and no more than a block of the chain. */
export const gasMaxOf = async (
  { gasMax = simulationGasMax, store }: Pick<EvmQueryContext, 'gasMax'> & { store: { db: Kysely<EvmTables> } },
  { id }: ServedChain,
): Promise<number> => {
  const newest = await newestBlock(store.db, id)
  const ofBlock = newest && readGasLimit(newest)
  return ofBlock ? Math.min(gasMax, Number(ofBlock)) : gasMax
}
