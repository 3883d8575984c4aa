import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { transferredTokens } from '#lib/evm/holdings/answer-holdings.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId, evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { insertBlocks, insertTokenRows } from '#tests/evm/query/token-rows-fixture.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'

const holder = '0x00000000000000000000000000000000000f00d5'
const ether = 10n ** 18n
let contracts: TestContracts
let coins: { large: Hex; small: Hex; left: Hex }
let hostile: Hex[]

beforeAll(async () => {
  contracts = await startTestContracts()
  const coin = () => contracts.deployCoin('GivenCoin', [])
  coins = { large: await coin(), small: await coin(), left: await coin() }
  hostile = [
    await contracts.deployCoin('HostileCoin', [0]),
    await contracts.deployCoin('HostileCoin', [1]),
    await contracts.deployCoin('HostileCoin', [2]),
    await contracts.deployCoin('HostileCoin', [3]),
  ]
  await contracts.sendTo('GivenCoin', coins.large, 'give', [holder, 5n * ether])
  await contracts.sendTo('GivenCoin', coins.small, 'give', [holder, 1n])
  await contracts.sendTo('GivenCoin', coins.left, 'give', [walletOf(1), ether])
  for (const token of hostile) await contracts.sendTo('HostileCoin', token, 'announce', [holder])
})
afterAll(() => contracts?.anvil.stop())

const balancesInput = (raw: object = {}): Input<(typeof evmApi)['walletTokenBalances']> =>
  parseInput(evmApi.walletTokenBalances, { address: holder, ...raw })
const tokensInput = (raw: object = {}): Input<(typeof evmApi)['walletTokens']> =>
  parseInput(evmApi.walletTokens, { address: holder, ...raw })
const holdingsInput = (raw: object = {}): Input<(typeof evmExplorerApi)['evmHoldings']> =>
  parseInput(evmExplorerApi.evmHoldings, { address: holder, ...raw })

describe.each(dialects)('ERC20 holdings on %s', (dialect) => {
  const createStore = evmStores(dialect)

  const indexed = async (options: Parameters<typeof indexAnvil>[2] = {}, from = 0) => {
    const store = await createStore()
    const all = await indexAnvil(store, contracts.anvil, options, from)
    const facts = await readContracts(all.pool, Object.values(coins))
    await writeContractMetadata(store, chainId, facts, { now: 0 })
    return { store, ...all }
  }

  test('a token with the name of a trusted one says which it imitates', async () => {
    const { store, explorer } = await indexed()
    const usdc = `0xa0b8${'1'.repeat(36)}`
    const lookAlike = { rule: 'look-alike', weight: 25, text: 'It has the symbol of USD Coin.', imitates: usdc }
    const row = { chain: chainId, score: 25, reasons: JSON.stringify([lookAlike]), rated_at: 1, due_at: null }
    await store.db
      .insertInto('evm_ratings')
      .values({ ...row, address: toBytes(coins.small) })
      .execute()
    const { tokens } = await explorer.evmHoldings(holdingsInput())
    const marks = tokens.map(({ token_address, is_imitation, imitates, spam_reasons, is_dust }) => ({
      ...{ token_address, is_imitation, imitates, spam_reasons, is_dust },
    }))
    expect(marks).toEqual([
      { token_address: coins.small, is_imitation: true, imitates: usdc, spam_reasons: ['look-alike'], is_dust: null },
      { token_address: coins.large, is_imitation: false, imitates: null, spam_reasons: [], is_dust: null },
    ])
  })

  test('come from indexed transfers; hostile contracts affect only themselves, with and without Multicall3', async () => {
    const expected = [
      { token_address: coins.small, balance: '1', decimals: 18, symbol: 'GIVE', name: 'Given Coin' },
      { token_address: coins.large, balance: String(5n * ether) },
    ]
    const plain = await indexed()
    expect(await plain.evm.walletTokenBalances(balancesInput())).toMatchObject(expected)
    await contracts.addMulticall()
    const { evm, explorer, sent } = await indexed()
    expect(await evm.walletTokenBalances(balancesInput())).toMatchObject(expected)
    const asked = sent('eth_call')
    expect(await explorer.evmHoldings(holdingsInput())).toMatchObject({
      native: { balance: '0', symbol: 'ETH' },
      tokens: expected,
      token_count: 2,
      folded: { spam: 0, unverified: 0, zero: 0, refused: 4, failed: 0 },
      has_more: false,
      note: null,
    })
    expect(sent('eth_call'), 'the same block is asked once').toBe(asked)
  })

  test('of zero, of spam and without metadata are counted separately', async () => {
    const spam = createKnownAddresses({ spam: [{ chain: chainId, address: coins.large, text: '' }] })
    const { store, explorer, evm } = await indexed({ known: spam })
    await store.db
      .updateTable('evm_contracts')
      .set({ decimals: null })
      .where('address', '=', Buffer.from(coins.small.slice(2), 'hex'))
      .execute()
    const found = await explorer.evmHoldings(holdingsInput())
    expect(found).toMatchObject({ tokens: [], token_count: 0, folded: { spam: 1, unverified: 1, refused: 4 } })
    const all = await explorer.evmHoldings(holdingsInput({ folded: true }))
    expect(all.tokens.map(({ token_address, folded }) => [token_address, folded])).toEqual([
      [coins.small, 'unverified'],
      [coins.large, 'spam'],
    ])
    const kept = await evm.walletTokenBalances(balancesInput({ exclude_spam: 'true' }))
    expect(kept.map(({ token_address, decimals }) => [token_address, decimals])).toEqual([[coins.small, null]])
  })

  test('of a partial index include the bundled list, and the response says that others may be missing', async () => {
    const usdc = [...listedTokens(chainId).values()].find(({ symbol }) => symbol === 'USDC')
    // Returns 5 for every call.
    await contracts.anvil.rpc('anvil_setCode', [usdc?.address, '0x600560005260206000f3'])
    const head = Number(await contracts.anvil.rpc('eth_blockNumber'))
    await contracts.anvil.rpc('evm_mine')
    const { evm, explorer } = await indexed({}, head + 1)
    const covered: boolean[] = []
    const call = { coveredBy: ({ isComplete }: { isComplete: boolean }) => void covered.push(isComplete) }
    expect(await evm.walletTokenBalances(balancesInput(), call)).toMatchObject([
      { token_address: usdc?.address, symbol: 'USDC', decimals: 6, balance: '5', verified_contract: true },
    ])
    expect(covered).toEqual([false])
    const { note, folded } = await explorer.evmHoldings(holdingsInput())
    expect(note).toMatch(/^Found among the indexed transfers of the address and \d+ listed tokens/)
    expect(folded).toMatchObject({ zero: 0, refused: 0 })
    await contracts.anvil.rpc('anvil_setCode', [usdc?.address, '0x'])
  })

  test('include tokens of CONTRACTS_<CHAIN>, or only the requested addresses', async () => {
    const served = createServedChains([{ name: 'eth', contracts: [coins.left] }])
    const { store, evm } = await indexed({ served })
    await store.db
      .deleteFrom('evm_erc20_transfers')
      .where('to_address', '=', Buffer.from(walletOf(1).slice(2), 'hex'))
      .execute()
    const address = walletOf(1)
    expect(await evm.walletTokenBalances(balancesInput({ address }))).toMatchObject([{ token_address: coins.left }])
    expect(await evm.walletTokenBalances(balancesInput({ address, token_addresses: [coins.large] }))).toEqual([])
    expect(await evm.walletTokenBalances(balancesInput({ token_addresses: [coins.large, hostile[0]] }))).toMatchObject([
      { token_address: coins.large },
    ])
  })

  test('are paged at the block of the first page, native coin first', async () => {
    const { evm, catchUp } = await indexed()
    const first = await evm.walletTokens(tokensInput({ limit: 1 }))
    expect(first).toMatchObject({
      page: 1,
      page_size: 1,
      result: [{ native_token: true, symbol: 'ETH', balance: '0' }],
    })
    await contracts.sendTo('GivenCoin', coins.small, 'give', [holder, 0n])
    await catchUp()
    const second = await evm.walletTokens(tokensInput({ limit: 1, cursor: first.cursor }))
    const third = await evm.walletTokens(tokensInput({ limit: 1, cursor: second.cursor }))
    expect([...second.result, ...third.result].map(({ token_address }) => token_address)).toEqual([
      coins.small,
      coins.large,
    ])
    expect(third).toMatchObject({ page: 3, cursor: null, block_number: first.block_number })
    expect(third.result).toMatchObject([{ balance_formatted: '5', usd_value: null, native_token: false }])
    const erc20 = await evm.walletTokens(tokensInput({ exclude_native: 'true', exclude_unverified_contracts: 'true' }))
    expect(erc20.result).toEqual([])
  })

  test('that no node could return in time are named in a header, and not cached', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 10)
    const row = { transaction_index: 0, transaction_hash: new Uint8Array(32), value: '1' }
    const to = Buffer.from(holder.slice(2), 'hex')
    const transfer = (log: number) => ({
      ...{ chain: chainId, block_number: 5, log_index: log, token_address: Buffer.from(walletOf(log).slice(2), 'hex') },
      ...{ ...row, from_address: new Uint8Array(20), to_address: to },
    })
    await insertTokenRows(store, { erc20Transfers: Array.from({ length: 300 }, (_, log) => transfer(log)) })
    let isUp = false
    const callContracts = async (_: unknown, calls: readonly { to: string }[]) => {
      if (!isUp && calls.some(({ to }) => to === walletOf(150)))
        throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
      return calls.map(() => Buffer.from('2'.padStart(64, '0'), 'hex'))
    }
    const { evm } = evmServices(store, { node: { callContracts } })
    const headers: Record<string, string> = {}
    const call = { setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }) }
    const found = await evm.walletTokenBalances(balancesInput(), call)
    expect(headers['x-balances-missing']).toBe('140: The node did not answer in time.')
    isUp = true
    expect(await evm.walletTokenBalances(balancesInput())).toHaveLength(found.length + 140)
  })

  test('are found within a bounded number of transfers', async () => {
    const store = await createStore()
    const transfers = Array.from({ length: 5_001 }, (_, index) => ({
      chain: chainId,
      block_number: index,
      log_index: 0,
      transaction_index: 0,
      token_address: Buffer.from(walletOf(index === 0 ? 0 : 1 + (index % 3)).slice(2), 'hex'),
      from_address: new Uint8Array(20),
      to_address: Buffer.from(holder.slice(2), 'hex'),
      transaction_hash: new Uint8Array(32),
      value: '1',
    }))
    await insertTokenRows(store, { erc20Transfers: transfers })
    const cut = await transferredTokens(store.db, chainId, holder, 5_000)
    expect(cut).toMatchObject({ isWhole: false, tokens: [{ newestBlock: 5_000 }, {}, {}] })
    const older = await transferredTokens(store.db, chainId, holder, 10)
    expect(older).toMatchObject({ isWhole: true, tokens: [{ newestBlock: 10 }, {}, {}, { newestBlock: 0 }] })
  })
})
