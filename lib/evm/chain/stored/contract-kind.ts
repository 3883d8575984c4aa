import type { Kysely, Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

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

/** The same of many contracts; those without events are missing. */
export const contractKinds = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly Hex[],
): Promise<Map<Hex, ContractKind | null>> => {
  const keys = contracts.map((address) => ({ chain, address: toBytes(address) }))
  const rows = await store.findMany(transaction, 'evm_contracts', { columns: ['address', 'kind'], keys })
  return new Map(rows.map(({ address, kind }) => [toHex(address), kind]))
}
