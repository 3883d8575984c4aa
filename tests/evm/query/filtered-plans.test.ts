import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { toBytes, zeroAddressBytes } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { countPlaces, firstPlaces, hasOneOf, plansOf } from '#lib/evm/query/merged-ranges.ts'
import { plannedPage } from '#lib/evm/query/planned-page.ts'
import { rangesOf } from '#lib/evm/query/ranged-chain.ts'
import { erc20Plans } from '#lib/evm/token/erc20-plans.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { evmStores } from './evm-stores.ts'
import { walletOf } from './random-chain.ts'
import { contractOf } from './token-rows-fixture.ts'

const createStore = evmStores('postgres')

/** The plan of a remembered statement, as text. */
const planOf = async (store: Store<EvmTables>, statement: RootOperationNode): Promise<string> => {
  const { sql: text, parameters } = store.db.getExecutor().compileQuery(statement, createQueryId())
  const explain = store.dialect === 'postgres' ? 'explain (format json)' : 'explain query plan'
  const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
  return JSON.stringify(rows)
}

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
      const contracts = [contractOf(0), contractOf(1)].map(toBytes)
      const plans = plansOf([hasOneOf(sides, [toBytes(walletOf(0))]), hasOneOf(['token_address'], contracts)])
      const list = { table: 'evm_nft_transfers' as const, chain: 1, floor: [1, 0, 0], before: undefined, isAscending }
      await plannedPage(store.db.withPlugin(remember), { list, plans, rows: 101 })
    }
  expect(statements.length).toBeGreaterThanOrEqual(8)
  for (const statement of statements) {
    const plan = await planOf(store, statement)
    expect(plan).toContain('evm_nft_transfers')
    expect(plan).not.toMatch(/"Seq Scan","[^}]*"Relation Name":"evm_nft_transfers"/)
  }
})

/** 20,000 transfers of 100 tokens, of which every 50th is a burn. */
const fillCoins = ({ db, dialect }: Store<EvmTables>) => {
  const address = (letter: string, number: string) =>
    dialect === 'postgres'
      ? sql.raw(`decode(lpad(to_hex(${number}), 40, '${letter}'), 'hex')`)
      : sql.raw(`unhex(substr('${letter.repeat(40)}' || printf('%x', ${number}), -40))`)
  return sql`
    insert into evm_erc20_transfers
      (chain, block_number, log_index, transaction_index, token_address, from_address, to_address, transaction_hash, value)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 20000)
    select 1, number, 0, 0, ${address('c', 'number % 100')}, ${address('a', 'number % 400')},
      case when number % 50 = 0 then ${zeroAddressBytes} else ${address('b', 'number % 400')} end,
      ${toBytes(`0x${'5'.repeat(64)}`)}, '1'
    from numbers`.execute(db)
}

test.each(dialects)('the burns of a token are a range of an index of their own on %s', async (dialect) => {
  const store = await evmStores(dialect)()
  await fillCoins(store)
  await sql`analyze evm_erc20_transfers`.execute(store.db)
  const { statements, remember } = rememberStatements()
  const [plan] = erc20Plans(
    { walletColumns: ['from_address'], isBurns: true },
    { contract_addresses: [`0x${'c'.repeat(38)}32`] },
  )
  if (!plan) throw new Error('burns of a contract have no plan')
  const merged = { table: 'evm_erc20_transfers', chain: 1, floor: [0], before: undefined } as const
  const found = await countPlaces(store.db.withPlugin(remember), { ...merged, ranges: plan.ranges }, 1_000)
  expect(found).toBe(200)
  expect(statements).toHaveLength(1)
  for (const statement of statements) expect(await planOf(store, statement)).toContain('evm_erc20_burns_by_contract')
})

test.each(dialects)(
  'a hundred wallets are ranges of two indexes, read up to the limit by one statement, on %s',
  async (dialect) => {
    const store = await evmStores(dialect)()
    await fillCoins(store)
    await sql`analyze evm_erc20_transfers`.execute(store.db)
    const { statements, remember } = rememberStatements()
    const wallets = Array.from({ length: 100 }, (_, index) => toBytes(`0x${index.toString(16).padStart(40, 'a')}`))
    const ranges = rangesOf(['from_address', 'to_address'], wallets)
    const list = { table: 'evm_erc20_transfers', chain: 1, floor: [0], before: [19_000], ranges } as const
    expect(await firstPlaces(store.db.withPlugin(remember), list, 101)).toHaveLength(101)
    expect(statements).toHaveLength(1)
    for (const statement of statements) {
      const plan = await planOf(store, statement)
      for (const index of ['evm_erc20_transfers_by_sender', 'evm_erc20_transfers_by_receiver'])
        expect(plan).toContain(index)
      expect(plan).not.toMatch(/TEMP B-TREE|"Sort"|Seq Scan/)
    }
  },
)
