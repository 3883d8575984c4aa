import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'

const friend = walletOf(7)
const ether = 10n ** 18n
let contracts: TestContracts
let owner: string
let coin: Hex
beforeAll(async () => {
  contracts = await startTestContracts()
  const { anvil, deployCoin, sendTo } = contracts
  owner = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[0] ?? ''
  coin = await deployCoin('GivenCoin', [])
  await sendTo('GivenCoin', coin, 'give', [owner, 70n * ether])
  await sendTo('GivenCoin', coin, 'transfer', [friend, 5n * ether])
  await sendTo('GivenCoin', coin, 'approve', [friend, 9n])
  await sendTo('GivenCoin', coin, 'approve', [friend, 0n])
  await anvil.rpc('eth_sendTransaction', [{ from: owner, to: friend, value: `0x${(ether / 2n).toString(16)}` }])
  await anvil.rpc('evm_mine')
})
afterAll(() => contracts?.anvil.stop())

const input = (address: string, raw: object = {}) => parseInput(evmApi.walletHistory, { address, ...raw })

describe.each(dialects)('the history of a wallet on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const indexed = async () => {
    const store = await createStore()
    const all = await indexAnvil(store, contracts.anvil)
    await writeContractMetadata(store, chainId, await readContracts(all.pool, [coin]), { now: 0 })
    return all.evm
  }

  test('has transactions that it sent and received, and those of others that moved its tokens', async () => {
    const evm = await indexed()
    const summaries = async (address: string) =>
      (await evm.walletHistory(input(address))).result.map(({ category, summary }) => [category, summary])
    const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
    expect(await summaries(friend)).toEqual([
      ['receive', `Received 0.5 ETH from ${short(owner)}`],
      ['token receive', `Received 5 GIVE from ${short(owner)}`],
    ])
    expect((await summaries(owner)).slice(0, 5)).toEqual([
      ['send', `Sent 0.5 ETH to ${short(friend)}`],
      ['revoke', `Revoked an approval of ${short(coin)}`],
      ['approve', `Approved a spender of ${short(coin)}`],
      ['token send', `Sent 5 GIVE to ${short(friend)}`],
      ['mint', 'Minted 70 GIVE'],
    ])
  })

  test('is paged without a gap or a repetition, in either order and within bounds', async () => {
    const evm = await indexed()
    const { result } = await evm.walletHistory(input(owner))
    const all = result.map(({ hash }) => hash)
    expect(all.length).toBeGreaterThan(6)
    const walk = async (raw: object) => {
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await evm.walletHistory(input(owner, { ...raw, limit: 2, cursor }))
        found.push(...page.result.map(({ hash }) => hash))
        cursor = page.cursor
      }
      return found
    }
    expect(await walk({})).toEqual(all)
    expect(await walk({ order: 'ASC' })).toEqual(all.toReversed())
    const block = Number(result[2]?.block_number)
    expect(await walk({ to_block: block })).toEqual(all.slice(2))
    expect(await walk({ from_block: block, order: 'ASC' })).toEqual(all.slice(0, 3).toReversed())
  })
})
