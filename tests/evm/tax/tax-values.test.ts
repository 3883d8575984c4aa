import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmServiceOptions } from '#lib/evm/family/service.ts'
import { createPriceBook } from '#lib/evm/prices/price-book.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { type Market, startMarket } from '#tests/evm/prices/market.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'

/* What rows of the tax export are worth, by feeds of a real node whose prices change. */

const holder = '0x00000000000000000000000000000000000f00d5'
const dollars = 10n ** 6n
const feedUnit = 10n ** 8n

let market: Market
let unpriced: `0x${string}`
/** The last block before dollars are given. */
let pruned: number
beforeAll(async () => {
  market = await startMarket()
  const { anvil, mine, setFeed, give, dollar, coin, wait } = market
  unpriced = await coin('UNPRICED', 18)
  const [from] = (await anvil.rpc('eth_accounts')) as string[]
  const pay = async () => {
    await anvil.rpc('eth_sendTransaction', [{ from, to: holder, value: `0x${(10n ** 18n).toString(16)}` }])
    await mine()
  }
  await setFeed('native', 2_000n * feedUnit)
  await pay()
  await setFeed('native', 3_000n * feedUnit)
  await setFeed('dollar', 99_000_000n)
  await pay()
  pruned = Number(await anvil.rpc('eth_blockNumber', []))
  await give(dollar, holder, 5n * dollars)
  await give(unpriced, holder, 7n)
  // Longer than the heartbeat of the coin's feed.
  await wait(3_700)
  await pay()
}, 120_000)
afterAll(() => market?.anvil.stop())

const createStore = evmStores('sqlite')
const exported = async (options: Partial<EvmServiceOptions> = {}) => {
  const store = await createStore()
  const prices = createPriceBook(() => market.sources)
  const { explorer, pool, nodeAccess } = await indexAnvil(store, market.anvil, { prices, ...options })
  await writeContractMetadata(store, chainId, await readContracts(pool, [market.dollar, unpriced]), { now: 0 })
  const input = parseInput(evmExplorerApi.evmTaxRows, { address: holder, chains: ['eth'] })
  const { result } = await explorer.evmTaxRows(input)
  return { nodeAccess, rows: result.map((row) => [row.received_amount, row.received_currency, row.value_usd]) }
}
const received = [
  ['1', 'ETH'],
  ['1', 'ETH'],
  ['5', 'DOLLAR'],
  ['0.000000000000000007', 'UNPRICED'],
  ['1', 'ETH'],
]
const withValues = (values: (string | null)[]) => received.map((row, index) => [...row, values[index]])

test('each row has the value of its own time; none without a feed, or with a round that is too old', async () => {
  const { rows } = await exported()
  expect(rows).toEqual(withValues(['2000.00', '3000.00', '4.95', null, null]))
})

test('without PRICES, and where the node has no state of that time, values are left empty', async () => {
  const none = withValues([null, null, null, null, null])
  const { rows, nodeAccess } = await exported({ prices: undefined })
  expect(rows).toEqual(none)
  const callContracts: EvmNodeAccess['callContracts'] = async (chain, calls, block, signal) => {
    if ((block?.number ?? 0) > pruned) return (await nodeAccess.callContracts?.(chain, calls, block, signal)) ?? []
    throw new ServiceError('not_available', 'The node does not have the data for that block.')
  }
  const late = await exported({ node: { ...nodeAccess, callContracts } })
  expect(late.rows).toEqual(withValues([null, null, '4.95', null, null]))
})
