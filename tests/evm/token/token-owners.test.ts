import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { coverageAtHand, evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { chainId, contractOf } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'

const coin = contractOf(0)
const balances = [3n, 2n ** 200n, 255n, 256n, 1n, 65_536n, 256n]
const input = (raw: object = {}) => parseInput(evmApi.tokenOwners, { token_address: coin, ...raw })

describe.each(dialects)('the owners of a token on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (token: { built_to?: number | null; overdrawn?: number } = {}) => {
    const store = await createStore()
    const key = { chain: chainId, token_address: toBytes(coin) }
    const supply = balances.reduce((sum, balance) => sum + balance, 0n)
    const counts = { first_block: 1, transfers: 9, holders: balances.length, overdrawn: 0, built_to: null, ...token }
    await store.db
      .insertInto('evm_erc20_tokens')
      .values({ ...key, ...counts, supply: toSortable(supply) })
      .execute()
    const rows = [...balances, -5n].map((balance, index) => ({
      ...{ ...key, holder: toBytes(walletOf(index)), balance: toSortable(balance) },
    }))
    await store.db.insertInto('evm_erc20_balances').values(rows).execute()
    return store
  }

  test('are listed by balance, in either order, each once', async () => {
    const { evm } = evmServices(await filled(), { coverage: coverageAtHand })
    const walk = async (raw: object) => {
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await evm.tokenOwners(input({ ...raw, limit: 2, cursor }))
        found.push(...page.result.map(({ balance }) => balance))
        cursor = page.cursor
      }
      return found
    }
    const sorted = balances.toSorted((a, b) => (a < b ? 1 : -1)).map(String)
    expect(await walk({})).toEqual(sorted)
    expect(await walk({ order: 'ASC' })).toEqual(sorted.toReversed())
    const { result, total_supply } = await evm.tokenOwners(input({ limit: 1 }))
    expect(BigInt(total_supply)).toBe(balances.reduce((sum, balance) => sum + balance, 0n))
    expect(result).toMatchObject([{ owner_address: walletOf(1), usd_value: null }])
    expect(result[0]?.percentage_relative_to_total_supply).toBeGreaterThan(99.9)
  })

  test('are 503 while the history is incomplete, and for balances that change without transfers', async () => {
    for (const token of [{ built_to: 5 }, { overdrawn: 1 }]) {
      const { evm } = evmServices(await filled(token), { coverage: coverageAtHand })
      await expect(evm.tokenOwners(input())).rejects.toMatchObject({ code: 'not_available' })
    }
    const { evm } = evmServices(await filled())
    await expect(evm.tokenOwners(input())).rejects.toMatchObject({ code: 'not_available' })
    await expect(evm.tokenOwners(input({ token_address: contractOf(1) }))).rejects.toMatchObject({
      message: expect.stringMatching(/once its whole history is indexed/),
    })
  })
})
