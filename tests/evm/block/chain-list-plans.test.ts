import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { bytesLiteral } from '#lib/store/dialect.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'

/** Each list with the table that it reads, and the index or key by which it does. */
const lists = [
  ['evmContracts', 'evm_transactions', /evm_created_contracts/],
  ['evmChainInternalTransfers', 'evm_internal_transfers', /evm_internal_transfers_by_block/],
  ['evmWithdrawals', 'evm_withdrawals', /evm_withdrawals_key|evm_withdrawals USING PRIMARY KEY/],
  ['evmUncles', 'evm_uncles', /evm_uncles_key|evm_uncles USING PRIMARY KEY/],
  ['evmBlobTransactions', 'evm_blob_transactions', /evm_blob_transactions_key|evm_blob_transactions USING PRIMARY KEY/],
  ['evmVerifiedContracts', 'evm_verified_contracts', /evm_verified_contracts_by_time/],
] as const
type Lists = (typeof lists)[number][0]

const serviceOf = (store: Store<EvmTables>) =>
  createEvmExplorerService({
    store,
    served: createServedChains([{ name: 'eth', keepsTraces: true }]),
    cursors: createCursors(new Uint8Array(32)),
  })

const planOf = async ({ db, dialect }: Store<EvmTables>, statement: RootOperationNode): Promise<string> => {
  const { sql: text, parameters } = db.getExecutor().compileQuery(statement, createQueryId())
  const explain = dialect === 'postgres' ? 'explain (format json)' : 'explain query plan'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
  return JSON.stringify(rows)
}

/** The plans of the statements of a list's second page that read this table. */
const plansOf = async (store: Store<EvmTables>, name: Lists, table: string): Promise<string[]> => {
  const { statements, remember } = rememberStatements()
  const remembering = { ...store, db: store.db.withPlugin(remember) }
  const list = serviceOf(remembering)[name] as ReturnType<typeof serviceOf>['evmContracts']
  const { cursor } = await list({ chain: 'eth', limit: 50 })
  statements.length = 0
  const { result } = await list({ chain: 'eth', limit: 50, cursor: cursor ?? '' })
  expect(result).toHaveLength(50)
  const executor = store.db.getExecutor()
  const reading = statements.filter((statement) =>
    executor.compileQuery(statement, createQueryId()).sql.includes(`"${table}"`),
  )
  return await Promise.all(reading.map((statement) => planOf(store, statement)))
}

/** A chain of 20,000 blocks with a transaction each, of which every 100th creates a contract. */
const fillTransactions = async (store: Store<EvmTables>): Promise<void> => {
  const [hash, address, other] = [hashOf('one'), walletOf(1), walletOf(2)].map((hex) =>
    bytesLiteral(store.db, toBytes(hex)),
  )
  const numbers = sql`with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 20000)`
  const hashed =
    store.dialect === 'postgres'
      ? sql`decode(lpad(to_hex(number), 64, '0'), 'hex')`
      : sql`unhex(printf('%064x', number))`
  await sql`insert into evm_blocks
    (chain, number, timestamp, transaction_count, log_count, hash, parent_hash, miner, gas_used, gas_limit)
    ${numbers} select 1, number, number, 1, 0, ${hashed}, ${hash}, ${address}, '0', '0' from numbers`.execute(store.db)
  await sql`insert into evm_transactions (chain, block_number, transaction_index, type, status, hash, from_address,
      contract_address, nonce, value, gas, gas_price, gas_used, cumulative_gas_used, input)
    ${numbers} select 1, number, 0, 2, 1, ${hashed}, ${address}, case when number % 100 = 0 then ${address} end,
      '0', '0', '0', '0', '0', '0', ${hash} from numbers`.execute(store.db)
  await sql`insert into evm_internal_transfers
      (chain, block_number, transaction_index, transfer_index, is_incoming, address, other_address, kind, value)
    ${numbers} select 1, number, 0, 0, side, case when side = 1 then ${address} else ${other} end,
      ${address}, 'CALL', '1' from numbers, (select 0 as side union all select 1) as sides`.execute(store.db)
  for (const [table, packed] of [
    ['evm_withdrawals', bytesLiteral(store.db, new Uint8Array(44))],
    ['evm_uncles', hash],
  ] as const)
    await sql`insert into ${sql.table(table)} (chain, block_number, packed)
      ${numbers} select 1, number, ${packed} from numbers`.execute(store.db)
  await sql`insert into evm_blob_transactions
      (chain, block_number, transaction_index, max_fee_per_blob_gas, blob_gas_price, hashes)
    ${numbers} select 1, number, 0, '1', '1', ${hash} from numbers`.execute(store.db)
  await sql`insert into evm_verified_contracts (chain, verified_at, address, code_hash, runtime_match, name, file, language,
      compiler_version, verified_by, settings, abi, documentation, libraries, immutables, metadata, creation_code)
    ${numbers} select 1, number % 1000, ${hashed}, ${hash}, 'match', 'A', 'A.sol', 'Solidity', '0.8.30',
      'page', '{}', '[]', '{}', '{}', '{}', '', '' from numbers`.execute(store.db)
  for (const table of ['evm_blocks', 'evm_transactions', ...lists.map(([, table]) => table)])
    await sql`analyze ${sql.table(table)}`.execute(store.db)
}

test.each(dialects)('each page of a list of a chain is a range of an index on %s', async (dialect) => {
  const store = await evmStores(dialect)()
  await fillTransactions(store)
  for (const [name, table, index] of lists) {
    const plans = await plansOf(store, name, table)
    expect(plans.length, name).toBeGreaterThan(0)
    for (const plan of plans) {
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan|SCAN evm_|TEMP B-TREE FOR ORDER BY|"Node Type":"Sort"|Merge Join/)
    }
  }
})
