import type { Kysely } from 'kysely'
import type { ImplementationPoint } from '#lib/evm/abi/implementation-points.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

const addressBytes = 20
const addressesPerStatement = 500

/** The known points of these contracts, in the order of their blocks. */
export const storedPoints = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, ImplementationPoint[]>> => {
  const points = new Map<Hex, ImplementationPoint[]>(addresses.map((address) => [address, []]))
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_proxies')
      .selectAll()
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .orderBy('address')
      .orderBy('block_number')
      .execute()
    for (const { address, block_number, kind, implementations } of rows)
      points.get(toHex(address))?.push({ block: block_number, kind, implementations: split(implementations) })
  }
  return points
}

/** The newest final block; undefined if the chain is not indexed. */
export const finalBlock = async (db: Kysely<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db.selectFrom('evm_chains').select('final_block').where('chain', '=', chain).executeTakeFirst()
  return row?.final_block ?? undefined
}

/** Replaces the points of contracts by these. */
export const keepPoints = async (
  store: Store<EvmTables>,
  chain: number,
  changed: ReadonlyMap<Hex, readonly ImplementationPoint[]>,
): Promise<void> => {
  const addresses = [...changed.keys()].sort()
  if (addresses.length === 0) return
  await store.db.transaction().execute(async (transaction) => {
    const keys = addresses.map((address) => ({ chain, address: toBytes(address) }))
    await store.deleteMany(transaction, 'evm_proxies', keys)
    const rows = addresses.flatMap((address) =>
      (changed.get(address) ?? []).map(({ block, kind, implementations }) => ({
        chain,
        address: toBytes(address),
        block_number: block,
        kind,
        implementations: Buffer.concat(implementations.map(toBytes)),
      })),
    )
    await store.upsertMany(transaction, 'evm_proxies', { key: ['chain', 'address', 'block_number'], rows })
  })
}

const split = (joined: Uint8Array): Hex[] =>
  Array.from({ length: Math.floor(joined.length / addressBytes) }, (_, index) =>
    toHex(joined.subarray(index * addressBytes, (index + 1) * addressBytes)),
  )
