import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'

const holder = '0x00000000000000000000000000000000000f00d5'
const ether = 10n ** 18n
let contracts: TestContracts
let coin: Hex
let gifts: number[]

beforeAll(async () => {
  contracts = await startTestContracts()
  coin = await contracts.deployCoin('GivenCoin', [])
  gifts = []
  for (const amount of [3n, 4n, 5n]) {
    await contracts.sendTo('GivenCoin', coin, 'give', [holder, amount * ether])
    gifts.push(Number(await contracts.anvil.rpc('eth_blockNumber')))
  }
  await contracts.anvil.rpc('anvil_setBalance', [holder, '0x64'])
  await contracts.anvil.rpc('evm_mine')
})
afterAll(() => contracts?.anvil.stop())

const input = (raw: object = {}) => parseInput(evmExplorerApi.evmBalanceHistory, { address: holder, ...raw })
const shown = ({ result }: Output<(typeof evmExplorerApi)['evmBalanceHistory']>) =>
  result.map(({ block_number, balance_formatted }) => [Number(block_number), balance_formatted])

describe.each(dialects)('the balance over time on %s', (dialect) => {
  const createStore = evmStores(dialect)

  const indexed = async (from = 0, change?: (node: EvmNodeAccess) => EvmNodeAccess) => {
    const store = await createStore()
    const plain = await indexAnvil(store, contracts.anvil, {}, from)
    const all = change ? await indexAnvil(store, contracts.anvil, { node: change(plain.nodeAccess) }, from) : plain
    await writeContractMetadata(store, chainId, await readContracts(all.pool, [coin]), { now: 0 })
    const head = Number(await contracts.anvil.rpc('eth_blockNumber'))
    return { ...all, store, head }
  }

  test('has every change of a token, page by page', async () => {
    const { explorer, head } = await indexed()
    const whole = await explorer.evmBalanceHistory(input({ token: coin }))
    const [first = 0, second = 0, third = 0] = gifts
    const expected = [
      [head, '12'],
      [third, '12'],
      [second, '7'],
      [first, '3'],
    ]
    expect(shown(whole)).toEqual(expected)
    expect(whole).toMatchObject({ symbol: 'GIVE', decimals: 18, is_sampled: false, note: null, cursor: null })
    const pages: unknown[] = []
    let cursor: string | null = null
    do {
      const page: typeof whole = await explorer.evmBalanceHistory(
        cursor === null ? input({ token: coin, limit: 1 }) : input({ token: coin, cursor }),
      )
      pages.push(...shown(page))
      cursor = page.cursor
    } while (cursor !== null)
    expect(pages).toEqual(expected)
  })

  test('of a partial index begins where its transfers do, and says so', async () => {
    const [, second = 0, third = 0] = gifts
    const { explorer, head } = await indexed(second)
    const found = await explorer.evmBalanceHistory(input({ token: coin }))
    expect(shown(found)).toEqual([
      [head, '12'],
      [third, '12'],
      [second, '7'],
    ])
    expect(found.note).toBe(`Transfers before block ${second} are not indexed: older balances are missing.`)
  })

  test('is not told by the transfers of a token that changes balances without them', async () => {
    const { explorer } = await indexed(0, (node) => ({
      ...node,
      callContracts: async (_, calls) => calls.map(() => Buffer.from('1'.padStart(64, '0'), 'hex')),
    }))
    const found = await explorer.evmBalanceHistory(input({ token: coin }))
    expect(found.result).toEqual([])
    expect(found.note).toMatch(/also change without transfers/)
  })

  test('of a token adds up from zero without a node, if all of its transfers are indexed', async () => {
    const { explorer, head } = await indexed(0, () => ({}))
    expect(shown(await explorer.evmBalanceHistory(input({ token: coin })))[0]).toEqual([head, '12'])
    const [, second = 0] = gifts
    const partial = await indexed(second, () => ({}))
    expect(await partial.explorer.evmBalanceHistory(input({ token: coin }))).toMatchObject({ result: [] })
  })

  test('of the coin is read in one batch after evenly spaced blocks, once a block', async () => {
    const { explorer, head, sent } = await indexed()
    const found = await explorer.evmBalanceHistory(input())
    expect(found).toMatchObject({ symbol: 'ETH', is_sampled: true, token_address: null, cursor: null })
    expect(found.note).toMatch(/^Read at evenly spaced blocks/)
    expect(found.result[0]).toMatchObject({ block_number: String(head), balance: '100' })
    expect(found.result.at(-1)).toMatchObject({ block_number: '0', balance: '0' })
    expect(found.result.length).toBeLessThanOrEqual(25)
    const asked = sent('eth_getBalance')
    expect(asked).toBe(found.result.length)
    await explorer.evmBalanceHistory(input())
    expect(sent('eth_getBalance')).toBe(asked)
  })

  test('of the coin is absent with the reason where the node keeps no state of earlier blocks', async () => {
    const none = await indexed(0, (node) => ({
      ...node,
      balancesAt: async () => {
        throw new ServiceError('not_available', 'missing trie node')
      },
    }))
    const absent = await none.explorer.evmBalanceHistory(input())
    expect(absent.result).toEqual([])
    expect(absent.note).toMatch(/archive node/)
    const recent = await indexed(0, (node) => ({
      ...node,
      balancesAt: async (...all) => {
        const balances = (await node.balancesAt?.(...all)) ?? []
        return balances.map((balance, index) => (index < balances.length - 2 ? null : balance))
      },
    }))
    const found = await recent.explorer.evmBalanceHistory(input())
    expect(found.result).toHaveLength(2)
    expect(found.note).toMatch(/^The node keeps no state before block \d+: an archive node/)
    await expect(recent.explorer.evmBalanceHistory(input({ cursor: 'x' }))).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
