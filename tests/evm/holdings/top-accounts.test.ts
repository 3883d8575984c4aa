import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { movingFrame } from '#tests/evm/trace/sync/moving-frame.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

const hex = z.string().transform((text): Hex => `0x${text.slice(2)}`)
const ether = (amount: number) => `0x${(BigInt(amount) * 10n ** 18n).toString(16)}`
const chain = 1

describe.each(dialects)('the accounts of a chain by balance on %s', (dialect) => {
  const createStore = evmStores(dialect)
  let anvil: Anvil
  let accounts: Hex[]
  beforeAll(async () => {
    anvil = await startAnvil()
    accounts = z.array(hex).parse(await anvil.rpc('eth_accounts'))
    for (const [index, amount] of [100, 300, 200].entries())
      await anvil.rpc('eth_sendTransactionSync', [
        { from: accounts[index], to: `0x${String(index + 1).repeat(40)}`, value: ether(amount) },
      ])
  })
  afterAll(() => anvil?.stop())

  const open = async ({ keepsTraces = true, from = 0, isTraced = true } = {}) => {
    const store = await createStore()
    const served = createServedChains([{ name: 'eth', keepsTraces }])
    const { explorer, nodeAccess } = await indexAnvil(store, anvil, { served }, from)
    const blocks = await store.db.selectFrom('evm_blocks').select(['number', 'hash']).execute()
    const traced = blocks.map(({ number, hash }) => ({
      number,
      hash: hex.parse(`0x${Buffer.from(hash).toString('hex')}`),
      // The first block moved a coin to an address that no transaction names.
      frames:
        number === 1
          ? [
              movingFrame({
                ...{ transactionIndex: 0, transferIndex: 0, kind: 'CALL', value: 1n },
                ...{ from: accounts[0] ?? '0x', to: accounts[9] ?? '0x' },
              }),
            ]
          : [],
    }))
    if (isTraced) await addInternalTransfers(store, chain, traced)
    return { explorer, nodeAccess }
  }

  test('has every address that a transaction, a call or a block paid, highest first', async () => {
    const { explorer } = await open()
    const pages = await walkPages((cursor) => explorer.evmTopAccounts({ chain: 'eth', limit: 2, cursor }))
    for (const page of pages) evmExplorerApi.evmTopAccounts.output.parse(page)
    const rows = pages.flatMap(({ result }) => result)
    const miner = z.object({ miner: hex }).parse(await anvil.rpc('eth_getBlockByNumber', ['0x1', false])).miner
    const names = [
      ...accounts.slice(0, 3),
      accounts[9],
      miner,
      ...[1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`),
    ]
    const expected = await Promise.all(
      names.map(async (address) => ({
        address,
        balance: String(BigInt(hex.parse(await anvil.rpc('eth_getBalance', [address, 'latest'])))),
      })),
    )
    const held = expected
      .filter(({ balance }) => balance !== '0')
      .sort((a, b) => Number(BigInt(b.balance) - BigInt(a.balance)))
    expect(rows).toMatchObject(held.map((account, index) => ({ ...account, rank: index + 1 })))
    expect(rows.map(({ balance }) => balance).slice(-4, -1)).toEqual(
      [300, 200, 100].map((one) => `${one}${'0'.repeat(18)}`),
    )
    expect(pages[0]).toMatchObject({ block_number: '3', account_count: rows.length })
  })

  test.each([
    [{ keepsTraces: false }, 'TRACES_ETH=values'],
    [{ from: 2 }, 'every block from the first one on'],
    [{ isTraced: false }, 'not all are traced'],
  ])('are permanently not served without all that they need: %o', async (options, words) => {
    const { explorer } = await open(options)
    await expect(explorer.evmTopAccounts({ chain: 'eth', limit: 2 })).rejects.toMatchObject({
      code: 'chain_not_served',
      message: expect.stringContaining(words),
    })
  })
})
