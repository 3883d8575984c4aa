import { type Kysely, sql } from 'kysely'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'

/** Transactions, and internal transfers, of the address that are read: the newest of its range. */
const rowsMax = 2_000

type Question = { chain: number; address: string; first: number; last: number }
type TransactionRow = {
  block_number: number
  from_address: Uint8Array
  to_address: Uint8Array | null
  contract_address: Uint8Array | null
  status: number | null
  value: string
  gas_used: string
  gas_price: string
}

export type NativeChanges = {
  /** What transactions, their fees and internal transfers of a block added to the balance, by block; zero where they cancel out. */
  deltas: ReadonlyMap<number, bigint>
  /** Older changes than this block were not read. */
  readFrom: number
}

/**
 * The changes of an address's balance of native coin in blocks `first` to `last`, whose internal transfers are indexed. Withdrawals,
 * block rewards and, on rollups, the fee for data are not among them.
 */
export const nativeChanges = async (
  db: Kysely<EvmTables>,
  { chain, address, first, last }: Question,
): Promise<NativeChanges> => {
  const own = toBytes(address)
  const isOwn = (other: Uint8Array) => Buffer.compare(other, own) === 0
  const within = sql`chain = ${chain} and address = ${own} and block_number >= ${first} and block_number <= ${last}`
  const [transactions, transfers] = await Promise.all([
    sql<TransactionRow>`
      select t.block_number, t.from_address, t.to_address, t.contract_address, t.status, t.value, t.gas_used, t.gas_price from (
        select block_number, transaction_index from evm_wallet_transactions
        where ${within} order by block_number desc, transaction_index desc limit ${rowsMax}
      ) as own join evm_transactions as t on ${transactionOf(chain, 'own')}`.execute(db),
    sql<{ block_number: number; is_incoming: number; other_address: Uint8Array; value: string }>`
      select block_number, is_incoming, other_address, value from evm_internal_transfers
      where ${within} order by block_number desc, transaction_index desc, transfer_index desc limit ${rowsMax}`.execute(
      db,
    ),
  ])
  const deltas = new Map<number, bigint>()
  const add = (block: number, amount: bigint) => deltas.set(block, (deltas.get(block) ?? 0n) + amount)
  for (const row of transactions.rows) add(row.block_number, changeBy(row, isOwn))
  for (const { block_number, is_incoming, other_address, value } of transfers.rows)
    add(block_number, isOwn(other_address) ? 0n : is_incoming === 1 ? BigInt(value) : -BigInt(value))
  const cutAt = [transactions.rows, transfers.rows].flatMap((rows) =>
    rows.length < rowsMax ? [] : [Math.min(...rows.map(({ block_number }) => block_number)) + 1],
  )
  const readFrom = Math.max(first, ...cutAt)
  return { deltas: new Map([...deltas].filter(([block]) => block >= readFrom)), readFrom }
}

const changeBy = (row: TransactionRow, isOwn: (address: Uint8Array) => boolean): bigint => {
  const isSender = isOwn(row.from_address)
  const receiver = row.to_address ?? row.contract_address
  const isReceiver = receiver !== null && isOwn(receiver)
  const value = row.status === 0 ? 0n : BigInt(row.value)
  const fee = BigInt(row.gas_used) * BigInt(row.gas_price)
  return (isReceiver ? value : 0n) - (isSender ? value + fee : 0n)
}
