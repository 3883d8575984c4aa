import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { Store } from '#lib/store/store.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type PoisonedChain, poisonChain } from '#tests/support/poisoned-chain.ts'

let anvil: Anvil
let made: PoisonedChain
beforeAll(async () => {
  anvil = await startAnvil()
  const accounts = z.array(z.string()).parse(await anvil.rpc('eth_accounts')) as Hex[]
  made = await poisonChain(anvil, () => accounts.shift() ?? '0x')
})
afterAll(() => anvil?.stop())

const rate = async (store: Store<EvmTables>, address: string, score: number, reasons: readonly object[]) => {
  const row = { chain: chainId, address: toBytes(address), rated_at: 1, due_at: null }
  await store.db
    .insertInto('evm_ratings')
    .values({ ...row, score, reasons: JSON.stringify(reasons) })
    .execute()
}

describe.each(dialects)('rows that others wrote into the lists of a wallet on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const indexed = async (prepare: (store: Store<EvmTables>) => Promise<void> = async () => {}) => {
    const store = await createStore()
    await prepare(store)
    return await indexAnvil(store, anvil)
  }
  const asked = (raw: object) => parseInput(evmExplorerApi.evmErc20Transfers, { chain: 'eth', ...raw })

  test('transfers in the name of a wallet are marked, with the address that the other side imitates', async () => {
    const { explorer } = await indexed()
    const { wallet, friend, forger, bystander } = made
    const { result } = await explorer.evmErc20Transfers(asked({ wallet_addresses: [wallet] }))
    const marks = result
      .filter(({ from_wallet }) => from_wallet === wallet)
      .map(({ to_wallet, is_imitation, imitates, is_zero_value }) => [to_wallet, is_imitation, imitates, is_zero_value])
    expect(marks).toEqual([
      [friend, false, null, false],
      [forger, true, friend, true],
      [bystander, false, null, true],
      [forger, true, friend, true],
      [friend, false, null, false],
    ])
    expect(result.every(({ is_dust, spam_reasons }) => is_dust === null || spam_reasons.length === 0)).toBe(true)
  })

  test('the imitated address is found although no row of the page has it', async () => {
    const { explorer } = await indexed()
    const { wallet, friend, forger } = made
    const raw = { wallet_addresses: [wallet], counterparty: forger, limit: 1 }
    const { result } = await explorer.evmErc20Transfers(asked(raw))
    expect(result).toMatchObject([{ is_imitation: true, imitates: friend }])
  })

  test('without one wallet nothing is said of imitation', async () => {
    const { explorer } = await indexed()
    for (const raw of [{}, { wallet_addresses: [made.wallet, made.friend] }]) {
      const { result } = await explorer.evmErc20Transfers(asked(raw))
      expect(result.length).toBeGreaterThan(4)
      expect(result.every(({ is_imitation, imitates }) => is_imitation === null && imitates === null)).toBe(true)
    }
  })

  test('a forged transfer of a worthless token to a look-alike does not make it an address that was paid', async () => {
    const { wallet, friend, forger, coin } = made
    const store = await createStore()
    const { explorer, ranges } = await indexAnvil(store, anvil)
    const newest = (await ranges.covered()).at(-1)?.last ?? 0
    // A token of the forger says that the wallet sent some of it, in a transaction of somebody else.
    const forged = {
      ...{ chain: chainId, block_number: newest, log_index: 99, transaction_index: 0, value: '1000000' },
      ...{ token_address: toBytes(`0x${'5'.repeat(40)}`), transaction_hash: toBytes(`0x${'7'.repeat(64)}`) },
      ...{ from_address: toBytes(wallet), to_address: toBytes(forger) },
    }
    await store.db.insertInto('evm_erc20_transfers').values(forged).execute()
    const { result } = await explorer.evmErc20Transfers(asked({ wallet_addresses: [wallet] }))
    const of = (token: string, to: string) =>
      result.filter(({ contract_address, to_wallet }) => contract_address === token && to_wallet === to)
    expect(of(`0x${'5'.repeat(40)}`, forger)).toMatchObject([{ is_imitation: true, imitates: friend }])
    expect(of(coin, friend).map(({ is_imitation }) => is_imitation)).toEqual([false, false])
  })

  test('a token with the symbol of another one has its reasons, whether or not they make it spam', async () => {
    const usdc = `0xa0b8${'1'.repeat(36)}`
    const lookAlike = { rule: 'look-alike', weight: 25, text: 'It has the symbol of USD Coin.', imitates: usdc }
    const { explorer, evm } = await indexed((store) => rate(store, made.coin, 25, [lookAlike]))
    const { result } = await explorer.evmErc20Transfers(asked({ wallet_addresses: [made.wallet], limit: 1 }))
    expect(result).toMatchObject([{ possible_spam: false, spam_reasons: ['look-alike'] }])
    const history = await evm.walletHistory(parseInput(evmApi.walletHistory, { address: made.wallet }))
    expect(history.result.some(({ spam_reasons }) => spam_reasons?.includes('look-alike'))).toBe(true)
  })

  test('the history marks transactions that the wallet did not sign, and never its own', async () => {
    const { evm } = await indexed()
    const { wallet, friend, forger, imitated, twin } = made
    const { result } = await evm.walletHistory(parseInput(evmApi.walletHistory, { address: wallet }))
    const own = result.filter(({ from_address }) => from_address === wallet)
    expect(own).toHaveLength(3)
    for (const one of own) expect(one).toMatchObject({ is_imitation: false, imitates: null, is_zero_value: false })
    const forged = result.filter(({ erc20_transfers }) =>
      erc20_transfers.some(({ to_address }) => to_address === forger),
    )
    expect(forged).toHaveLength(2)
    for (const one of forged) expect(one).toMatchObject({ is_imitation: true, imitates: friend })
    const dust = result.find(({ from_address, value }) => from_address === forger && value === '100')
    expect(dust).toMatchObject({ is_imitation: true, imitates: friend, native_transfers: [{ imitates: friend }] })
    const received = await evm.walletHistory(parseInput(evmApi.walletHistory, { address: imitated }))
    expect(received.result.find(({ from_address }) => from_address === twin)).toMatchObject({
      is_imitation: true,
      imitates: imitated,
    })
  })
})
