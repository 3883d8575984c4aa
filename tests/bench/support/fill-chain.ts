import { type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

const chain = 1
export const transactionsPerBlock = 20
/** Addresses that are drawn; the fourth power of a random number makes the first ones popular. */
export const addressesMax = 1_000_000
export const methods = ['a9059cbb', '095ea7b3', '23b872dd', '38ed1739', '3593564c', 'ac9650d8', 'd0e30db0', '2e1a7d4d']

export const addressOf = (index: number): `0x${string}` => `0x${(index + 1).toString(16).padStart(40, '0')}`

/** Writes expressions of either database. */
const dialectOf = ({ dialect }: Store<EvmTables>) => {
  const isSqlite = dialect === 'sqlite'
  return {
    series: (first: number, last: number): RawBuilder<unknown> =>
      isSqlite
        ? sql`(with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)}) select i from n)`
        : sql`(select i from generate_series(${sql.lit(first)}, ${sql.lit(last)}) as n(i))`,
    /** At least 0 and below 1. */
    random: isSqlite ? sql`(abs(random() % 1000000007) / 1000000007.0)` : sql`random()`,
    bytes: (number: RawBuilder<unknown>, digits: number): RawBuilder<unknown> =>
      isSqlite
        ? sql`unhex(printf(${sql.lit(`%0${digits}x`)}, ${number}))`
        : sql`decode(lpad(to_hex((${number})::bigint), ${sql.lit(digits)}, '0'), 'hex')`,
    hex: (digits: string): RawBuilder<unknown> =>
      isSqlite ? sql`unhex(${sql.lit(digits)})` : sql`decode(${sql.lit(digits)}, 'hex')`,
    whole: (number: RawBuilder<unknown>): RawBuilder<unknown> =>
      isSqlite ? sql`cast(${number} as integer)` : sql`(floor(${number}))::bigint`,
    text: (number: RawBuilder<unknown>): RawBuilder<unknown> =>
      isSqlite ? sql`cast(${number} as text)` : sql`(${number})::text`,
  }
}

const perStatement = 500_000

/**
 * Fills the tables behind the lists of a chain with so many transactions, 20 in a block, as SQL alone: 10 million take some minutes.
 * Every 500th creates a contract, every second moves coin within, every 20th carries blobs; 16 withdrawals are in each block, and an
 * uncle in every tenth. With `isOnlyBodies`, the blocks, withdrawals and uncles of such a chain without its transactions.
 */
export const fillChain = async (
  store: Store<EvmTables>,
  transactions: number,
  isOnlyBodies: boolean,
): Promise<void> => {
  const { db } = store
  const { series, bytes, hex } = dialectOf(store)
  const i = sql.ref('i')
  const blocks = Math.ceil(transactions / transactionsPerBlock)
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(db))
  await run(sql`insert into evm_blocks (chain, number, timestamp, transaction_count, log_count, size, hash, parent_hash, miner, gas_used,
    gas_limit, base_fee_per_gas, checks)
    select ${sql.lit(chain)}, ${i}, 1600000000 + 12 * ${i}, ${sql.lit(transactionsPerBlock)}, 40, 60000, ${bytes(i, 64)},
    ${bytes(sql`${i} - 1 + 1`, 64)}, ${bytes(sql`${i} % 50 + 1`, 40)}, '13000000', '30000000', '7', null
    from ${series(0, blocks - 1)} as s`)
  await run(sql`insert into evm_withdrawals (chain, block_number, packed)
    select ${sql.lit(chain)}, ${i}, ${hex('01'.repeat(16 * 44))} from ${series(0, blocks - 1)} as s`)
  await run(sql`insert into evm_uncles (chain, block_number, packed)
    select ${sql.lit(chain)}, ${i}, ${hex('02'.repeat(32))} from ${series(0, blocks - 1)} as s where ${i} % 10 = 0`)
  if (!isOnlyBodies) await fillTransactions(store, transactions)
  for (const table of ['evm_intervals', 'evm_trace_intervals', 'evm_body_intervals'])
    await run(
      sql`insert into ${sql.table(table)} (chain, first_block, last_block) values (${sql.lit(chain)}, 0, ${sql.lit(blocks - 1)})`,
    )
  await run(sql`insert into evm_chains (chain, followed_from, final_block, head_latest, head_finalized, checked_at)
    values (${sql.lit(chain)}, 0, ${sql.lit(blocks - 1)}, ${sql.lit(blocks - 1)}, ${sql.lit(blocks - 1)}, 1700000000)`)
  await run(store.dialect === 'sqlite' ? sql`analyze` : sql`vacuum analyze`)
}

const fillTransactions = async (store: Store<EvmTables>, transactions: number): Promise<void> => {
  const { series, random, bytes, hex, whole, text } = dialectOf(store)
  const i = sql.ref('i')
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(store.db))
  const popular = whole(sql`${sql.lit(addressesMax)} * ${random} * ${random} * ${random} * ${random} + 1`)
  const address = bytes(popular, 40)
  const method = sql`case ${sql.join(
    methods.map(
      (one, index) =>
        sql`when ${i} % ${sql.lit(methods.length)} = ${sql.lit(index)} then ${hex(`${one}${'0'.repeat(128)}`)}`,
    ),
    sql` `,
  )} end`
  for (let first = 0; first < transactions; first += perStatement) {
    const last = Math.min(first + perStatement, transactions) - 1
    await run(sql`insert into evm_transactions (chain, block_number, transaction_index, type, status, hash, from_address, to_address,
      contract_address, root, nonce, value, gas, gas_price, gas_used, cumulative_gas_used, input)
      select ${sql.lit(chain)}, ${whole(sql`${i} / ${sql.lit(transactionsPerBlock)}`)}, ${i} % ${sql.lit(transactionsPerBlock)},
      case when ${i} % 20 = 0 then 3 else 2 end, case when ${i} % 40 = 7 then 0 else 1 end, ${bytes(sql`${i} + 4294967296`, 64)}, ${address},
      case when ${i} % 500 = 3 then null else ${address} end, case when ${i} % 500 = 3 then ${bytes(sql`${i} + 1099511627776`, 40)} end,
      null, ${text(sql`${i} % 1000`)}, case when ${i} % 3 = 0 then '1000000000000000000' else '0' end, '21000', '7000000000', '21000', '21000',
      case when ${i} % 4 = 1 then ${hex('')} else ${method} end
      from ${series(first, last)} as s`)
    console.error(`${last + 1} of ${transactions} transactions`)
  }
  await run(sql`insert into evm_wallet_transactions (chain, address, block_number, transaction_index)
    select chain, address, block_number, transaction_index from (
      select chain, from_address as address, block_number, transaction_index from evm_transactions
      union select chain, to_address, block_number, transaction_index from evm_transactions where to_address is not null
      union select chain, contract_address, block_number, transaction_index from evm_transactions where contract_address is not null
    ) as sides order by address, block_number, transaction_index`)
  console.error('transactions of wallets')
  for (const isIncoming of [1, 0])
    await run(sql`insert into evm_internal_transfers (chain, address, block_number, transaction_index, transfer_index, is_incoming,
      other_address, kind, value)
      select chain, ${isIncoming ? sql`to_address` : sql`from_address`}, block_number, transaction_index,
      ${sql.lit(isIncoming)}, ${sql.lit(isIncoming)}, ${isIncoming ? sql`from_address` : sql`to_address`}, 'CALL', '5000'
      from evm_transactions where to_address is not null and transaction_index % 2 = 0
      order by 2, block_number, transaction_index`)
  console.error('internal transfers')
  await run(sql`insert into evm_blob_transactions (chain, block_number, transaction_index, max_fee_per_blob_gas, blob_gas_price, hashes)
    select chain, block_number, transaction_index, '10', '1', ${hex('03'.repeat(3 * 32))} from evm_transactions where type = 3`)
  await run(sql`insert into evm_verified_contracts (chain, verified_at, address, code_hash, runtime_match, name, file, language,
    compiler_version, verified_by, settings, abi, documentation, libraries, immutables, metadata, creation_code)
    select ${sql.lit(chain)}, 1700000000000 + ${i}, ${bytes(sql`${i} * 500 + 3 + 1099511627776`, 40)}, ${bytes(i, 64)}, 'exact_match', 'Token',
    'Token.sol', 'Solidity', '0.8.30', 'page', '{}', '[]', '{}', '{}', '{}', '{}', '0x' from ${series(0, 99_999)} as s`)
}
