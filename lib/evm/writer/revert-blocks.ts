import type { Transaction } from 'kysely'
import { hashPrefix } from '#lib/evm/decode/block-rows.ts'
import { daySums } from '#lib/evm/decode/day-sums.ts'
import { participants } from '#lib/evm/decode/participants.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addDaySums } from './add-day-sums.ts'
import { revertTokenRows } from './revert-token-rows.ts'

/** Blocks reverted at once, which bounds memory for deep reorgs. */
const blocksAtOnce = 100
/** Values of one `in (…)`; SQLite takes 32,766. */
const valuesPerStatement = 1_000

/** Deletes blocks first..last of a chain with everything that `append` wrote for them. Intervals are the caller's. */
export const revertBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<void> => {
  for (;;) {
    const newest = await transaction
      .selectFrom('evm_blocks')
      .select(['chain', 'number', 'timestamp', 'transaction_count', 'gas_used'])
      .where('chain', '=', chain)
      .where('number', '>=', first)
      .where('number', '<=', last)
      .orderBy('number', 'desc')
      .limit(blocksAtOnce)
      .execute()
    const lowest = newest.at(-1)
    if (!lowest) return
    await revertTokenRows(store, transaction, chain, lowest.number, last)
    await revertRange(transaction, chain, lowest.number, last, newest)
  }
}

const revertRange = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  last: number,
  blocks: Parameters<typeof daySums>[0],
): Promise<void> => {
  const rows = await transaction
    .selectFrom('evm_transactions')
    .select(['block_number', 'hash', 'from_address', 'to_address', 'contract_address', 'gas_used'])
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()

  for (const addresses of chunks(distinct(rows.flatMap(participants))))
    await transaction
      .deleteFrom('evm_wallet_transactions')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  for (const prefixes of chunks(distinct(rows.map(({ hash }) => hashPrefix(hash)))))
    await transaction
      .deleteFrom('evm_transaction_hashes')
      .where('chain', '=', chain)
      .where('hash_prefix', 'in', prefixes)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  await forgetAbis(
    transaction,
    chain,
    rows.flatMap(({ contract_address }) => contract_address ?? []),
  )
  for (const table of ['evm_internal_calls', 'evm_logs', 'evm_transactions'] as const)
    await transaction
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  await transaction
    .deleteFrom('evm_blocks')
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  await addDaySums(transaction, daySums(blocks, rows), -1)
}

/** A contract created in these blocks may be a different one, or absent, on the new branch. */
const forgetAbis = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  created: readonly Uint8Array[],
): Promise<void> => {
  for (const addresses of chunks(created))
    await transaction.deleteFrom('evm_abis').where('chain', '=', chain).where('address', 'in', addresses).execute()
}

const distinct = (values: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(values.map((value) => [Buffer.from(value).toString('latin1'), value])).values(),
]

const chunks = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / valuesPerStatement) }, (_, index) =>
    values.slice(index * valuesPerStatement, (index + 1) * valuesPerStatement),
  )
