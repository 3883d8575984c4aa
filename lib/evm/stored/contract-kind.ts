import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractKind } from '#lib/evm/token-tables.ts'

/** The token standard of a contract according to its events; null if it has emitted none. */
export const contractKind = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Uint8Array,
): Promise<ContractKind | null> => {
  const contract = await db
    .selectFrom('evm_contracts')
    .select('kind')
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst()
  return contract?.kind ?? null
}
