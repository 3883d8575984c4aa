import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { slotNames } from '#lib/evm/trace/slot-names.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type InsideChain, startWithDeposit } from './replay/inside-chain.ts'

let chain: InsideChain
let deposit: `0x${string}`
beforeAll(async () => {
  ;({ chain, deposit } = await startWithDeposit())
})
afterAll(async () => {
  await chain?.stop()
})

const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`

describe.each(dialects)('the state changes of a transaction on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('are what the node has in the block before and in its own, account by account and slot by slot', async () => {
    const { explorer } = await indexAnvil(await createStore(), chain.anvil)
    const { accounts, block_number } = await explorer.evmStateChanges({ transaction_hash: deposit })
    const at = Number(block_number)
    const read = async (method: string, params: unknown[], block: number) =>
      await chain.anvil.rpc(method, [...params, `0x${block.toString(16)}`])
    for (const { address, balance, nonce, storage } of accounts) {
      const balances = [at - 1, at].map(async (block) => BigInt(String(await read('eth_getBalance', [address], block))))
      const [before, after] = await Promise.all(balances)
      expect([address, balance?.before ?? null]).toEqual([address, before === after ? null : String(before)])
      expect([address, balance?.after ?? null]).toEqual([address, before === after ? null : String(after)])
      if (nonce) expect(BigInt(String(await read('eth_getTransactionCount', [address], at)))).toBe(BigInt(nonce.after))
      for (const { slot, before, after } of storage) {
        expect(await read('eth_getStorageAt', [address, slot], at - 1)).toBe(before)
        expect(await read('eth_getStorageAt', [address, slot], at)).toBe(after)
      }
    }
    const token = accounts.find(({ address }) => address === chain.token)
    const named = (token?.storage ?? []).map(({ name, before, after }) => [name, BigInt(before), BigInt(after)])
    expect(named).toHaveLength(3)
    expect(named).toEqual(
      expect.arrayContaining([
        [`slot 0 [${chain.sender}]`, 1_000n, 900n],
        [`slot 0 [${chain.proxy}]`, 0n, 100n],
        [`slot 1 [${chain.sender}] [${chain.proxy}]`, 700n, 600n],
      ]),
    )
    const proxy = accounts.find(({ address }) => address === chain.proxy)
    expect(proxy).toMatchObject({ fate: 'changed', balance: { before: '0', after: '4' } })
    expect(proxy?.storage).toEqual([
      expect.objectContaining({ name: `slot 0 [${chain.sender}]`, name_source: 'derived', after: word(200) }),
    ])
  })

  test('are read once for all who ask, and kept', async () => {
    const store = await createStore()
    const replays = createReplays(store)
    const { explorer, sent } = await indexAnvil(store, chain.anvil, { replays })
    const ask = (service: typeof explorer) => service.evmStateChanges({ transaction_hash: deposit })
    const [first, second] = await Promise.all([ask(explorer), ask(explorer)])
    expect(second).toEqual(first)
    expect(sent('debug_traceTransaction')).toBe(1)
    await replays.settled()
    const other = await indexAnvil(store, chain.anvil, { replays: createReplays(store) })
    expect(await ask(other.explorer)).toEqual(first)
    expect(other.sent('debug_traceTransaction')).toBe(0)
  })
})

describe('answers of other nodes', () => {
  const createStore = evmStores('sqlite')
  const address = `0x${'ab'.repeat(20)}`
  const askWith = async (answer: object) => {
    const inner = chain.anvil.transport()
    const transport: RpcTransport = {
      name: 'node',
      send: async (calls, signal) =>
        calls.some(({ method }) => method === 'debug_traceTransaction')
          ? calls.map(() => answer as { result: unknown })
          : await inner.send(calls, signal),
    }
    const pool = createPool([transport])
    const node = createNodeAccess([{ chain: 'eth', pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }])
    const { explorer } = await indexAnvil(await createStore(), chain.anvil, { node })
    return await explorer.evmStateChanges({ transaction_hash: deposit })
  }

  test('an account that is missing afterwards is destroyed, one that was missing before is created, and missing slots are zero', async () => {
    const other = `0x${'cd'.repeat(20)}`
    const { accounts } = await askWith({
      result: {
        pre: { [address]: { balance: '0x5', nonce: 1, code: '0x6000', storage: { '0x1': '0x7' } } },
        post: { [other]: { balance: '0x5', nonce: '0x1', storage: { [word(2)]: word(3) } } },
      },
    })
    expect(accounts).toMatchObject([
      {
        address,
        fate: 'destroyed',
        balance: { before: '5', after: '0' },
        nonce: { before: '1', after: '0' },
        code_bytes: { before: 2, after: 0 },
        storage: [{ slot: word(1), before: word(7), after: word(0) }],
      },
      {
        address: other,
        fate: 'created',
        balance: { before: '0', after: '5' },
        storage: [{ slot: word(2), after: word(3) }],
      },
    ])
  })

  test('a node without the tracer is reported in words', async () => {
    await expect(askWith({ error: { code: -32601, message: 'method not found' } })).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringContaining('prestateTracer'),
    })
    await expect(askWith({ error: { code: -32602, message: 'unknown tracer' } })).rejects.toMatchObject({
      code: 'not_available',
    })
  })
})

test('slots of standards have names, with their fields', () => {
  const implementation = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
  // As OpenZeppelin's ERC20Upgradeable writes it.
  const erc20 = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00'
  const names = slotNames([implementation, erc20, `${erc20.slice(0, -1)}2`, word(3), `0x${'12'.repeat(32)}`], [])
  expect([...names]).toEqual([
    [implementation, { name: 'implementation (EIP-1967)', source: 'well_known' }],
    [erc20, { name: 'openzeppelin.storage.ERC20', source: 'well_known' }],
    [`${erc20.slice(0, -1)}2`, { name: 'openzeppelin.storage.ERC20 + 2', source: 'well_known' }],
  ])
})
