import { CompiledQuery, createQueryId, sql } from 'kysely'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import { filteredNftTransferPage, nftPlans } from '#lib/evm/queries/nft-transfer/filtered-nft-transfers.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { evmStores } from './evm-stores.ts'
import { walletOf } from './random-chain.ts'
import { contractOf } from './token-rows-fixture.ts'

const createStore = evmStores('postgres')

/** 200,000 transfers of 200 contracts among 400 wallets; the first wallet and the first contract take part in 5,000 each. */
const fill = ({ db }: Store<EvmTables>) =>
  sql`
  insert into evm_nft_transfers
    (chain, block_number, log_index, batch_index, transaction_index, standard, is_batch, token_hash, transaction_hash,
     token_address, from_address, to_address, token_id, amount)
  select 1, number, 0, 0, 0, 721, 0, decode(lpad(to_hex(number), 32, '0'), 'hex'), ${toBytes(`0x${'5'.repeat(64)}`)},
    case when number % 40 = 0 then ${toBytes(contractOf(0))} else decode(lpad(to_hex(number % 199 + 1), 40, 'c'), 'hex') end,
    decode(repeat('0', 40), 'hex'),
    case when number % 40 = 1 then ${toBytes(walletOf(0))} else decode(lpad(to_hex(number % 399 + 1), 40, 'a'), 'hex') end,
    number::text, '1'
  from generate_series(1, 200000) as number`.execute(db)

test("PostgreSQL reads a wallet's transfers of some contracts from indexes alone", async () => {
  const store = await createStore()
  await fill(store)
  await sql`vacuum analyze evm_nft_transfers`.execute(store.db)
  const { statements, remember } = rememberStatements()
  for (const isAscending of [false, true])
    for (const sides of [['to_address'], ['from_address', 'to_address']] as const) {
      const plans = nftPlans(sides, toBytes(walletOf(0)), [contractOf(0), contractOf(1)].map(toBytes))
      const merged = { chain: 1, floor: [1, 0, 0], before: undefined, isAscending }
      await filteredNftTransferPage(store.db.withPlugin(remember), merged, plans, 101)
    }
  expect(statements.length).toBeGreaterThanOrEqual(8)
  const executor = store.db.getExecutor()
  for (const statement of statements) {
    const { sql: text, parameters } = executor.compileQuery(statement, createQueryId())
    const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
    const { rows } = await store.db.executeQuery<{ 'QUERY PLAN': unknown }>(explain)
    const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
    expect(plan).toContain('evm_nft_transfers')
    expect(plan).not.toMatch(/"Seq Scan","[^}]*"Relation Name":"evm_nft_transfers"/)
  }
})
