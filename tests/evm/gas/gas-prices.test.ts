import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

const gwei = 1_000_000_000n

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil(['--no-mining'])
  const [from, to] = (await anvil.rpc('eth_accounts')) as string[]
  for (const [index, tip] of [1n, 2n, 3n, 4n, 50n].entries())
    await anvil.rpc('eth_sendTransaction', [
      {
        ...{ from, to, value: '0x1', gas: '0x5208', nonce: `0x${index.toString(16)}` },
        ...{ maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: `0x${(tip * gwei).toString(16)}` },
      },
    ])
  await anvil.rpc('evm_mine')
})
afterAll(async () => {
  await anvil?.stop()
})

describe.each(dialects)('gas prices on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('are the next base fee of the node, and the spread of the fees that transactions paid', async () => {
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const gas = await explorer.evmGas({ chain: 'eth' })
    expect(gas.priority_fee).toEqual({ low: String(gwei), median: String(3n * gwei), high: String(50n * gwei) })
    expect(gas.methods).toEqual([
      { selector: null, label: null, signature: null, transaction_count: 5, gas_used: '21000' },
    ])
    // What the node charges in the block after: an empty one lowers no fee.
    await anvil.rpc('evm_mine')
    const { baseFeePerGas } = (await anvil.rpc('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
    expect(gas.next_base_fee).toBe(String(BigInt(baseFeePerGas)))
    expect(Number(gas.next_block)).toBe(Number(await anvil.rpc('eth_blockNumber')))
    await anvil.rpc('anvil_rollback', [1])
  })

  test('without eth_feeHistory they are those of the index', async () => {
    const inner = anvil.transport()
    const transport = (): RpcTransport => ({
      name: 'old',
      send: async (calls, signal) =>
        calls.some(({ method }) => method === 'eth_feeHistory')
          ? calls.map(() => ({ error: { code: -32601, message: 'the method eth_feeHistory does not exist' } }))
          : await inner.send(calls, signal),
    })
    const { explorer } = await indexAnvil(await createStore(), { ...anvil, transport })
    const gas = await explorer.evmGas({ chain: 'eth' })
    expect(gas).toMatchObject({ next_block: null, next_base_fee: null, transaction_count: 5 })
    expect(gas.blocks[0]).toMatchObject({ transaction_count: 5, gas_used: '105000' })
  })

  test('the base fees of the last hours are in parts, with a gap where no block is indexed', async () => {
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const { result, part_seconds } = await explorer.evmGasHistory({ chain: 'eth', hours: 24 })
    expect(part_seconds).toBe(900)
    expect(result).toHaveLength(96)
    const known = result.filter(({ base_fee }) => base_fee !== null)
    // Both blocks are of the same moment.
    expect(known).toHaveLength(1)
    expect(result.at(-1)?.base_fee).toEqual({ low: String(gwei), median: String(gwei), high: String(gwei) })
  })

  test('a part without a block has the fee of the next one, unless blocks between are missing', async () => {
    const store = await createStore()
    const { explorer } = await indexAnvil(store, anvil)
    const newest = await store.db
      .selectFrom('evm_blocks')
      .selectAll()
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const hour = 3_600
    const at = (number: number, hours: number, base_fee_per_gas: string) => ({
      ...newest,
      ...{ number, base_fee_per_gas, hash: Buffer.alloc(32, number), timestamp: newest.timestamp + hours * hour },
    })
    await store.db
      .insertInto('evm_blocks')
      .values([at(newest.number + 1, 6, '7'), at(newest.number + 5, 12, '9')])
      .execute()
    const { result } = await explorer.evmGasHistory({ chain: 'eth', hours: 24 })
    const known = result.map(({ base_fee }) => base_fee?.median ?? null)
    expect(known.slice(48, 72)).toEqual([String(gwei), ...Array(23).fill('7')])
    expect(known.slice(72, 95)).toEqual(['7', ...Array(22).fill(null)])
  })
})
