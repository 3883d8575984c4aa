import type { Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { hashPrefix } from '#lib/evm/chain/decode/block-rows.ts'
import { unpackedWithdrawals } from '#lib/evm/chain/decode/packed-bodies.ts'
import { participants } from '#lib/evm/chain/decode/participants.ts'
import type { EvmTables, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** Values of one `in (…)`; SQLite takes 32,766. */
const valuesPerStatement = 1_000

type RevertedTransaction = Pick<TransactionRow, 'hash' | 'from_address' | 'to_address' | 'contract_address'>

/** Deletes the entries of these transactions, all of these blocks, by their wallets and their hashes. */
export const revertTransactionKeys = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
  rows: readonly RevertedTransaction[],
): Promise<void> => {
  for (const addresses of batchesOf(distinct(rows.flatMap(participants)), valuesPerStatement))
    await transaction
      .deleteFrom('evm_wallet_transactions')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  for (const prefixes of batchesOf(distinct(rows.map(({ hash }) => hashPrefix(hash))), valuesPerStatement))
    await transaction
      .deleteFrom('evm_transaction_hashes')
      .where('chain', '=', chain)
      .where('hash_prefix', 'in', prefixes)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
}

/** Deletes the entries of these blocks by the addresses that they paid. Await it before their withdrawals are deleted. */
export const revertWithdrawalAddresses = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<void> => {
  const rows = await transaction
    .selectFrom('evm_withdrawals')
    .select('packed')
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const paid = rows.flatMap(({ packed }) => unpackedWithdrawals(packed).map(({ address }) => toBytes(address)))
  for (const addresses of batchesOf(distinct(paid), valuesPerStatement))
    await transaction
      .deleteFrom('evm_withdrawal_addresses')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
}

/** A contract created in these blocks may be a different one, or absent, on the new branch. */
export const forgetAbis = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  rows: readonly RevertedTransaction[],
): Promise<void> => {
  for (const addresses of batchesOf(
    rows.flatMap(({ contract_address }) => contract_address ?? []),
    valuesPerStatement,
  ))
    await transaction.deleteFrom('evm_abis').where('chain', '=', chain).where('address', 'in', addresses).execute()
}

const distinct = (values: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(values.map((value) => [Buffer.from(value).toString('latin1'), value])).values(),
]
