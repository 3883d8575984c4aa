import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

const friend = '0x00000000000000000000000000000000000f00d5'
let anvil: Anvil
let owner: string
beforeAll(async () => {
  anvil = await startAnvil()
  owner = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[0] ?? ''
})
afterAll(() => anvil?.stop())

/** Anvil mines a block for it. */
const pay = (wei: bigint): Promise<unknown> =>
  anvil.rpc('eth_sendTransactionSync', [{ from: owner, to: friend, value: `0x${wei.toString(16)}` }])

describe.each(dialects)('the native balance on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is that of the newest indexed block, even if the node is further ahead', async () => {
    await pay(5n)
    const { evm, catchUp } = await indexAnvil(await createStore(), anvil)
    const before = await evm.nativeBalance({ address: friend })
    const headers: Record<string, string> = {}
    await pay(7n)
    const call = { setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }) }
    expect(await evm.nativeBalance({ address: friend }, call)).toEqual(before)
    const newest = await catchUp()
    const after = await evm.nativeBalance({ address: friend }, call)
    expect(BigInt(after.balance)).toBeGreaterThan(BigInt(before.balance))
    expect(headers).toEqual({ 'x-spyglass-block': String(newest) })
    expect(await evm.nativeBalance({ address: friend, to_block: 0 })).toEqual({ balance: '0' })
    expect(await evm.nativeBalance({ address: friend, to_block: newest + 1_000 })).toEqual(after)
  })

  test('is fetched from the node once per block, for any number of visitors', async () => {
    const { evm, sent, catchUp } = await indexAnvil(await createStore(), anvil)
    const ask = () => evm.nativeBalance({ address: owner })
    await Promise.all([ask(), ask(), ask()])
    await ask()
    expect(sent('eth_getBalance')).toBe(1)
    await pay(1n)
    await catchUp()
    await ask()
    expect(sent('eth_getBalance')).toBe(2)
  })

  test('is not returned for a block that a reorg replaced on the node', async () => {
    const snapshot = await anvil.rpc('evm_snapshot')
    await pay(11n)
    const { evm } = await indexAnvil(await createStore(), anvil)
    await anvil.rpc('evm_revert', [snapshot])
    await pay(13n)
    await expect(evm.nativeBalance({ address: friend })).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(/different block/),
    })
  })

  test('is never an invented zero: without a node or a block the response is 503', async () => {
    const store = await createStore()
    const { evm } = evmServices(store)
    await expect(evm.nativeBalance({ address: friend })).rejects.toMatchObject({ code: 'not_available' })
    await indexAnvil(store, anvil)
    await expect(evmServices(store).evm.nativeBalance({ address: friend })).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(/requires a node/),
    })
  })
})
