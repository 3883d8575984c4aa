import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

const miner = `0x${'c0'.repeat(20)}`

let anvil: Anvil
let block: number
beforeAll(async () => {
  anvil = await startAnvil(['--no-mining', '--hardfork', 'prague'])
  const [from, to] = (await anvil.rpc('eth_accounts')) as string[]
  await anvil.rpc('anvil_setCoinbase', [miner])
  for (const [index, tip] of [1n, 3n, 7n].entries())
    await anvil.rpc('eth_sendTransaction', [
      {
        ...{ from, to, value: `0x${(index + 1).toString(16)}`, gas: '0x5208', nonce: `0x${index.toString(16)}` },
        ...{ maxFeePerGas: '0x12a05f2000', maxPriorityFeePerGas: `0x${(tip * 1_000_000_000n).toString(16)}` },
      },
    ])
  await anvil.rpc('evm_mine')
  block = Number(await anvil.rpc('eth_blockNumber'))
})
afterAll(async () => {
  await anvil?.stop()
})

/** The node, with other fields in its headers. */
const withHeader = (fields: Record<string, unknown>): Anvil => ({
  ...anvil,
  transport: (): RpcTransport => {
    const inner = anvil.transport()
    return {
      name: 'altered',
      send: async (calls, signal) =>
        (await inner.send(calls, signal)).map((answer, index) =>
          calls[index]?.method === 'eth_getBlockByNumber' && 'result' in answer && answer.result
            ? { ...answer, result: { ...(answer.result as object), ...fields } }
            : answer,
        ),
    }
  },
})

const balance = async (at: number) => BigInt(String(await anvil.rpc('eth_getBalance', [miner, `0x${at.toString(16)}`])))

describe.each(dialects)('the rewards of a block on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('the priority fees are what the balance of the fee recipient grew by, and the rest is burnt', async () => {
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const rewards = await explorer.evmBlockRewards({ block_number_or_hash: String(block) })
    expect(rewards.fee_recipient).toBe(miner)
    expect(rewards.priority_fees).toBe(String((await balance(block)) - (await balance(block - 1))))
    expect(BigInt(rewards.burnt ?? 0) + BigInt(rewards.priority_fees)).toBe(BigInt(rewards.transaction_fees))
    expect(BigInt(rewards.burnt ?? 0)).toBeGreaterThan(0n)
    expect(rewards).toMatchObject({ uncle_count: 0, withdrawals: [], static_reward: String(5n * 10n ** 18n) })
  })

  test('extra data and roots are those of the header, and odd ones are left out alone', async () => {
    const header = (await anvil.rpc('eth_getBlockByNumber', [`0x${block.toString(16)}`, false])) as Record<
      string,
      string
    >
    const read = async (fields: Record<string, unknown>) => {
      const { explorer } = await indexAnvil(await createStore(), withHeader(fields))
      return await explorer.evmBlockRewards({ block_number_or_hash: String(block) })
    }
    expect(await read({ extraData: '0x546974616e' })).toMatchObject({
      uncles: [],
      header: { extra_data: '0x546974616e', state_root: header.stateRoot, nonce: header.nonce },
    })
    const odd = await read({ extraData: 'Titan', nonce: null, stateRoot: '0x' })
    expect(odd.header).toMatchObject({ extra_data: null, nonce: null, state_root: null })
    expect(odd.withdrawals).toEqual([])
  })

  test('withdrawals are in the smallest unit, and invented ones are an error of the node', async () => {
    const one = { index: '0x1', validatorIndex: '0x7', address: miner, amount: '0x3b9aca01' }
    const read = async (withdrawals: unknown) => {
      const { explorer } = await indexAnvil(await createStore(), withHeader({ withdrawals }))
      return (await explorer.evmBlockRewards({ block_number_or_hash: String(block) })).withdrawals
    }
    expect(await read([one])).toMatchObject([
      { index: '1', validator_index: '7', address: miner, amount: '1000000001000000000' },
    ])
    expect(await read([{ ...one, amount: 'much' }])).toBeNull()
  })
})
