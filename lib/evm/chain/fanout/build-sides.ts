import { sql, type Transaction } from 'kysely'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readBuiltFrom, writeBuiltFrom } from '#lib/evm/chain/stored/fanout.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addSides } from '#lib/evm/chain/write/write-sides.ts'
import type { Store } from '#lib/store/store.ts'

/**
 * Writes the side rows of the newest transfers that have none: whole blocks with about `transfersAtOnce` of each kind, in one
 * transaction. The writer keeps those of these blocks and later ones. Returns from which block on they are built, 0 when all are.
 */
export const buildSides = (store: Store<EvmTables>, chain: number, transfersAtOnce: number): Promise<number> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const builtFrom = (await readBuiltFrom(transaction, chain)) ?? Number.MAX_SAFE_INTEGER
    const edges = await Promise.all(
      transferTables.map((table) => edgeBelow(transaction, table, chain, builtFrom, transfersAtOnce)),
    )
    const first = Math.max(...edges)
    const context = { store, transaction, chain }
    const blocks = { first, end: builtFrom }
    const erc20 = await transfersIn<Erc20TransferRow>(transaction, 'evm_erc20_transfers', chain, blocks)
    await addSides(context, { table: 'evm_erc20_sides', transfers: erc20 })
    const nfts = await transfersIn<NftTransferRow>(transaction, 'evm_nft_transfers', chain, blocks)
    await addSides(context, { table: 'evm_nft_sides', transfers: nfts })
    await writeBuiltFrom(transaction, chain, first)
    return first
  })

const transferTables = ['evm_erc20_transfers', 'evm_nft_transfers'] as const

/** The block of the last of the newest transfers below `builtFrom`; 0 if there are fewer. */
const edgeBelow = async (
  transaction: Transaction<EvmTables>,
  table: (typeof transferTables)[number],
  chain: number,
  builtFrom: number,
  count: number,
): Promise<number> => {
  const edge = await transaction
    .selectFrom(table)
    .select('block_number')
    .where('chain', '=', chain)
    .where('block_number', '<', builtFrom)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return edge?.block_number ?? 0
}

const transfersIn = async <Row>(
  transaction: Transaction<EvmTables>,
  table: (typeof transferTables)[number],
  chain: number,
  { first, end }: { first: number; end: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)}
    where chain = ${chain} and block_number >= ${first} and block_number < ${end}
    order by block_number, log_index`.execute(transaction)
  return rows
}
