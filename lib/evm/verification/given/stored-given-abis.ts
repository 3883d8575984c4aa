import type { Kysely } from 'kysely'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { GivenAbiRow } from '#lib/evm/chain/tables/verified-tables.ts'
import type { StoredAbi } from '#lib/evm/verification/known/current-abis.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

type Db = Kysely<EvmTables>

const addressesPerStatement = 500

export const readGivenAbi = async (db: Db, chain: number, address: Hex): Promise<GivenAbiRow | undefined> =>
  await db
    .selectFrom('evm_given_abis')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()

/** The given ABIs of these contracts. */
export const readGivenAbis = async (db: Db, chain: number, addresses: readonly Hex[]): Promise<Map<Hex, StoredAbi>> => {
  const found = new Map<Hex, StoredAbi>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_given_abis')
      .select(['address', 'abi', 'code_hash'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const { address, abi, code_hash } of rows) found.set(toHex(address), { abi, codeHash: toHex(code_hash) })
  }
  return found
}

/** Stores an ABI, unless `mayReplace` says no to the one that is stored. Returns whether it was stored. */
export const writeGivenAbi = (
  { db }: Store<EvmTables>,
  row: GivenAbiRow,
  mayReplace: (known: GivenAbiRow) => boolean,
) =>
  db.transaction().execute(async (transaction) => {
    const known = await readGivenAbi(transaction, row.chain, toHex(row.address))
    if (known && !mayReplace(known)) return false
    const { chain: _, address: __, ...changed } = row
    await transaction
      .insertInto('evm_given_abis')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(changed))
      .execute()
    return true
  })

export const deleteGivenAbi = async (db: Db, chain: number, address: Hex): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('evm_given_abis')
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
