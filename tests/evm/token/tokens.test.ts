import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmServiceOptions } from '#lib/evm/family/service.ts'
import type { Store } from '#lib/store/store.ts'
import { coinBlocks, coins, movesOf, plainBalances } from '#tests/evm/holdings/sync/coin-blocks.ts'
import { chainId, coverageAtHand, evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const blocks = coinBlocks(40, { first: 0 }, 9)
const plain = plainBalances(movesOf(blocks))
const head = { latest: 39, finalized: 30 }
const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')

/** A contract that reports what its transfers leave, `more` added to each balance and to the supply. */
const contractsWith = (more: bigint): EvmServiceOptions['node'] => ({
  callContracts: async (_chain, calls: readonly ContractCall[]) =>
    calls.map(({ to, data }) => {
      const holder = data.length > 10 ? `0x${data.slice(-40)}` : undefined
      const counted = holder ? plain.balances[`${to} ${holder}`] : plain.tokens[to]?.supply
      return word((counted ?? 0n) + more)
    }),
})

describe.each(dialects)('ERC20 tokens on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async () => {
    const store = await createStore()
    await evmServices(store).index.append(blocks, head)
    return store
  }
  const explorerOf = (store: Store<EvmTables>, options: Partial<EvmServiceOptions> = {}) =>
    evmServices(store, { coverage: coverageAtHand, ...options }).explorer
  const holdersOf = async (store: Store<EvmTables>, address: string, limit: number) => {
    const { evmTokenHolders } = explorerOf(store)
    const rows: { address: string; balance: string; percent: number | null }[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = parseInput(evmExplorerApi.evmTokenHolders, { address, limit, cursor: cursor ?? undefined })
      const page = await evmTokenHolders(input)
      rows.push(...page.result)
      cursor = page.cursor
    }
    return rows
  }

  test('holders are listed by balance, and the pages together are every positive balance once', async () => {
    const store = await filled()
    for (const coin of coins) {
      const rows = await holdersOf(store, coin, 2)
      const held = Object.entries(plain.balances).filter(([key, balance]) => key.startsWith(coin) && balance > 0n)
      expect(Object.fromEntries(rows.map(({ address, balance }) => [`${coin} ${address}`, BigInt(balance)]))).toEqual(
        Object.fromEntries(held),
      )
      const balances = rows.map(({ balance }) => BigInt(balance))
      expect(balances).toEqual(balances.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
    }
  })

  test('statistics compare the counted supply and balances with what the contract reports', async () => {
    const store = await filled()
    const whole = coins.find((coin) => plain.tokens[coin]?.overdrawn === 0 && (plain.tokens[coin]?.supply ?? 0n) > 0n)
    const [coin = ''] = whole ? [whole] : coins
    const sums = plain.tokens[coin]
    const read = async (options?: Partial<EvmServiceOptions>) =>
      await explorerOf(store, options).evmToken(parseInput(evmExplorerApi.evmToken, { address: coin }))
    const verified = await read({ node: contractsWith(0n) })
    expect(verified).toMatchObject({
      status: sums?.overdrawn ? 'DIFFERENT' : 'VERIFIED',
      holders: sums?.holders,
      transfers: sums?.transfers,
      check: { different: 0 },
    })
    expect(verified.days.at(-1)?.holders).toBe(sums?.holders)
    expect(verified.days.at(-1)?.supply).toBe(verified.supply)
    const minted = verified.days.map(({ day }) => plain.days[`${coin} ${Date.parse(day) / 86_400_000}`]?.supply ?? 0n)
    const after = minted.map((_, index) => minted.slice(0, index + 1).reduce((sum, change) => sum + change, 0n))
    expect(verified.days.map(({ supply }) => supply)).toEqual(after.map((sum) => (sum < 0n ? null : String(sum))))
    expect(verified.days.reduce((sum, day) => sum + day.transfers, 0)).toBe(sums?.transfers)
    expect((await read({ node: contractsWith(5n) })).status).toBe('DIFFERENT')
    if (!sums?.overdrawn) expect((await read()).status).toBe('UNVERIFIED')
    const refusing: EvmServiceOptions['node'] = { callContracts: async (_, calls) => calls.map(() => 'failed') }
    if (!sums?.overdrawn) expect((await read({ node: refusing })).status).toBe('UNVERIFIED')
  })

  test('an incomplete index has no holders and no supply', async () => {
    const store = await createStore()
    await evmServices(store).ranges.appendRange(coinBlocks(10, { first: 50 }, 9), head)
    const { explorer } = evmServices(store)
    const [coin = ''] = coins
    const address = parseInput(evmExplorerApi.evmTokenHolders, { address: coin })
    expect(await explorer.evmTokenHolders(address)).toEqual({ cursor: null, status: 'INCOMPLETE', result: [] })
    const token = await explorer.evmToken(parseInput(evmExplorerApi.evmToken, { address: coin }))
    expect(token).toMatchObject({ status: 'INCOMPLETE', holders: null, supply: null, shares: null, check: null })
    expect(token.transfers).toBeGreaterThan(0)
    const { result } = await explorer.evmTokens(parseInput(evmExplorerApi.evmTokens, { sort: 'newest' }))
    expect(result.map(({ holders }) => holders)).toEqual(result.map(() => null))
  })

  test('an unknown token is not found', async () => {
    const input = parseInput(evmExplorerApi.evmToken, { address: `0x${'12'.repeat(20)}` })
    await expect(explorerOf(await filled()).evmToken(input)).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    ['holders', ({ holders }: { holders: number | null }) => holders],
    ['transfers', ({ day_transfers }: { day_transfers: number }) => day_transfers],
    ['newest', ({ first_block }: { first_block: string }) => Number(first_block)],
  ] as const)('tokens are listed by %s, page after page', async (sort, sortValue) => {
    const store = await filled()
    const { evmTokens } = explorerOf(store)
    const rows: Awaited<ReturnType<typeof evmTokens>>['result'] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await evmTokens(
        parseInput(evmExplorerApi.evmTokens, { sort, limit: 1, cursor: cursor ?? undefined }),
      )
      rows.push(...page.result)
      cursor = page.cursor
    }
    expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length)
    const values = rows.map((row) => Number(sortValue(row as never)))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(rows.map(({ address }) => address).sort()).toEqual([...coins].sort())
    for (const { address, holders, transfers } of rows)
      expect(plain.tokens[address]).toMatchObject({ holders, transfers })
  })

  test('a search finds tokens by the beginning of a word of their name', async () => {
    const store = await filled()
    const [coin = ''] = coins
    await store.db
      .updateTable('evm_contracts')
      .set({ name: 'Harbor Coin', symbol: 'HBR' })
      .where('address', '=', toBytes(coin))
      .execute()
    const words = ['harbor', 'coin', 'hbr'].map((text) => ({
      chain: chainId,
      word: Buffer.from(text),
      address: toBytes(coin),
    }))
    await store.db.insertInto('evm_contract_words').values(words).execute()
    const { evmTokens } = explorerOf(store)
    const find = async (search: string) => (await evmTokens(parseInput(evmExplorerApi.evmTokens, { search }))).result
    expect((await find('harb')).map(({ address, symbol }) => ({ address, symbol }))).toEqual([
      { address: coin, symbol: 'HBR' },
    ])
    expect(await find('lantern')).toEqual([])
  })
})

test('a page of holders is a range of one index', async () => {
  const store = await evmStores('sqlite')()
  const { rows } = await sql<{ detail: string }>`explain query plan
    select holder, balance from evm_erc20_balances
    where chain = 1 and token_address = x'00' and balance > x'80' and (balance, holder) < (x'8101', x'00')
    order by balance desc, holder desc limit 101`.execute(store.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.detail).toContain('evm_erc20_balances_by_amount (chain=? AND token_address=? AND balance>?')
})
