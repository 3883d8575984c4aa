import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { abiIndex, type EvmAbis } from '#lib/evm/abi/abi-index.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { type InsideChain, startInsideChain } from '#tests/evm/trace/replay/inside-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import type { Anvil } from '#tests/support/anvil.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'

let chain: InsideChain
beforeAll(async () => {
  chain = await startInsideChain()
})
afterAll(async () => {
  await chain?.stop()
})

const stranger: Hex = `0x${'aa'.repeat(20)}`
const items = () => ({
  [chain.token]: chain.abis.token,
  [chain.vault]: chain.abis.vault,
  [chain.proxy]: chain.abis.vault,
})
const verified = (): EvmAbis => ({
  givenOf: async () => () => [],
  describe: async (_, { address }) => ({
    proxy: undefined,
    interfaces: [{ address, by: 'operator', match: null, items: items()[address] ?? [] }],
  }),
  knownOf: async () => {
    const known = new Map(Object.entries(items()).flatMap(([address, abi]) => [[address, abiIndex(abi)]]))
    return ({ address }) => [known.get(address)].filter((one) => one !== undefined)
  },
})
const depositData = (amount: bigint) =>
  encodeFunctionData({ abi: chain.abis.vault, functionName: 'deposit', args: [chain.token, amount] })

type Indexed = Awaited<ReturnType<typeof indexAnvil>>
const simulate = async ({ explorer }: Indexed, input: Record<string, unknown>) =>
  await explorer.evmSimulation(parseInput(evmExplorerApi.evmSimulation, input))

/** As a caller does: on a busy machine the node takes longer than an answer waits, which asks to try again. */
const simulatePatiently = async (services: Indexed, input: Record<string, unknown>): ReturnType<typeof simulate> => {
  try {
    return await simulate(services, input)
  } catch (error) {
    if (!isServiceError(error, 'upstream_timeout')) throw error
    return simulatePatiently(services, input)
  }
}

/** The services over a node that lacks some methods. */
const withoutMethods = async (store: Parameters<typeof indexAnvil>[0], methods: readonly string[]) => {
  const node = await startFaultyRpc(chain.anvil.transport())
  node.always = [{ kind: 'error', error: { code: -32601, message: 'Method not found' }, methods: [...methods] }]
  const pool = createPool([httpTransport(node.url)])
  const access = createNodeAccess([{ chain: 'eth', pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }])
  return { node, services: await indexAnvil(store, chain.anvil, { node: access, abis: verified() }) }
}

/** The node as one that knows `txIndex`: each block of this chain has one transaction, found by the state before the block. */
const inBlockNode = (): Anvil => ({
  ...chain.anvil,
  transport: () => {
    const inner = chain.anvil.transport()
    const placed = ({ method, params }: RpcCall): RpcCall => {
      const [call, block, options] = params
      if (!isFields(options) || options.txIndex !== '0x0') return { method, params }
      return { method, params: [call, `0x${(Number(block) - 1).toString(16)}`, options] }
    }
    return { ...inner, send: (calls, signal) => inner.send(calls.map(placed), signal) }
  },
})

describe.each(dialects)('simulating a transaction on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const indexed = async () => await indexAnvil(await createStore(), chain.anvil, { abis: verified() })

  test('returns its result, calls, logs, and changes of balances and state, and sends nothing', async () => {
    const services = await indexed()
    const before = await chain.anvil.rpc('eth_getTransactionCount', [chain.sender, 'pending'])
    const found = await simulate(services, {
      from: chain.sender,
      to: chain.proxy,
      data: depositData(100n),
      value: '8',
    })
    expect(found).toMatchObject({
      method: 'debug_traceCall',
      status: 'succeeded',
      error: null,
      call: { label: 'deposit', source: 'abi' },
      returned: [{ name: 'shares', value: '200', type: 'uint256' }],
      frame_count: 5,
      log_count: 4,
      has_native_changes: true,
      accounts_missing: null,
    })
    expect(found.logs?.map(({ event }) => event?.label)).toEqual(['Before', 'Transfer', 'Between', 'After'])
    expect(found.frames?.map(({ logs }) => logs.map(({ event }) => event?.label))).toEqual([
      [],
      ['Before', 'Between', 'After'],
      ['Transfer'],
      [],
      [],
    ])
    const changes = found.balance_changes.map(({ address, standard, change }) => [address, standard, change])
    expect(changes).toEqual(
      expect.arrayContaining([
        [chain.sender, 'native', '-8'],
        [chain.sender, 'ERC20', '-100'],
        [chain.proxy, 'native', '4'],
        [chain.proxy, 'ERC20', '100'],
      ]),
    )
    expect(found.accounts?.map(({ address }) => address)).toEqual(
      expect.arrayContaining([chain.sender, chain.proxy, chain.token]),
    )
    expect(await chain.anvil.rpc('eth_getTransactionCount', [chain.sender, 'pending'])).toBe(before)
  })

  test('takes a function with arguments in place of calldata', async () => {
    const found = await simulate(await indexed(), {
      from: chain.sender,
      to: chain.proxy,
      call: JSON.stringify(['deposit', chain.token, '100']),
    })
    expect(found).toMatchObject({ status: 'succeeded', input: depositData(100n) })
  })

  test('decodes why it would fail', async () => {
    const services = await indexed()
    const transfer = JSON.stringify(['transfer', stranger, '5000'])
    const custom = await simulate(services, { from: chain.sender, to: chain.token, call: transfer })
    expect(custom).toMatchObject({ status: 'failed', reason: { label: 'InsufficientBalance' }, balance_changes: [] })
    const withdraw = JSON.stringify(['withdraw', '1'])
    const text = await simulate(services, { from: chain.sender, to: chain.proxy, call: withdraw })
    expect(text.reason?.arguments[0]?.value).toBe('<b>closed</b> until \u202e tomorrow')
    const frame = await services.explorer.evmSimulatedCall(
      parseInput(evmExplorerApi.evmSimulatedCall, {
        from: chain.sender,
        to: chain.proxy,
        call: withdraw,
        frame: '0-0',
      }),
    )
    expect(frame).toMatchObject({ type: 'DELEGATECALL', call: { label: 'withdraw' }, reason: { label: 'Error' } })
  })

  test('runs after any block, with balances that accounts do not have', async () => {
    const services = await indexed()
    const from = { from: stranger, to: chain.sender, value: '1000' }
    await expect(simulate(services, from)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('value is more than the sender has'),
    })
    const rich = await simulate(services, { ...from, balances: [`${stranger}:5000`] })
    expect(rich.balance_changes.map(({ address, change }) => [address, change])).toEqual([
      [stranger, '-1000'],
      [chain.sender, '1000'],
    ])
    const changed = rich.accounts?.find(({ address }) => address === stranger)
    expect(changed?.balance).toEqual({ before: '5000', after: '4000' })
    // Before the token was deployed, its address had no code.
    const early = await simulate(services, { to: chain.token, data: '0x18160ddd', block_number: '0' })
    expect(early).toMatchObject({ block_number: '0', status: 'succeeded', output: '0x' })
    await expect(simulate(services, { to: chain.token, block_number: '99999' })).rejects.toThrow('newest indexed block')
  })

  describe('before a transaction of the chain', () => {
    test('runs at its place in its block, where the node can', async () => {
      const hash = await chain.call(chain.proxy, chain.abis.vault, 'deposit', [chain.token, 5n], 4n)
      await chain.call(chain.token, chain.abis.token, 'approve', [chain.proxy, 0n])
      const services = await indexAnvil(await createStore(), inBlockNode(), { abis: verified() })
      const found = await simulate(services, { from: chain.sender, to: chain.proxy, data_of: hash, before: hash })
      expect(found).toMatchObject({ status: 'succeeded', before: { transaction_index: 0, is_in_block: true } })
      expect(found.block_number).toBe(found.before?.block_number)
      // The transaction of the next block took the allowance back.
      const later = await simulate(services, { from: chain.sender, to: chain.proxy, data_of: hash })
      expect(later).toMatchObject({ status: 'failed', before: null })
      await chain.call(chain.token, chain.abis.token, 'approve', [chain.proxy, 700n])
    })

    test('runs at the start of the block and says so, where the node ignores the place', async () => {
      const hash = await chain.call(chain.token, chain.abis.token, 'approve', [chain.proxy, 700n])
      const found = await simulate(await indexed(), {
        from: chain.sender,
        to: chain.token,
        data_of: hash,
        before: hash,
      })
      expect(found).toMatchObject({ before: { transaction_index: 0, is_in_block: false } })
      expect(Number(found.block_number) + 1).toBe(Number(found.before?.block_number))
    })

    test('excludes a block', async () => {
      const hash = await chain.call(chain.token, chain.abis.token, 'approve', [chain.proxy, 700n])
      const both = { to: chain.token, before: hash, block_number: '1' }
      await expect(simulate(await indexed(), both)).rejects.toThrow('before excludes block_number')
    })
  })

  test('creates a contract', async () => {
    const found = await simulate(await indexed(), { from: chain.sender, data: '0x600160005260206000f3' })
    expect(found).toMatchObject({ status: 'succeeded', to: null, created_address: expect.stringMatching(/^0x/) })
  })

  test('is run once for all who ask the same, and a hostile one ends within its gas', async () => {
    const services = await indexed()
    const input = { from: chain.sender, to: chain.proxy, data: depositData(1n) }
    const [first, second] = await Promise.all([simulate(services, input), simulate(services, input)])
    expect(second).toEqual(first)
    // Counted, traced, and traced for the state.
    expect(services.sent('debug_traceCall')).toBe(3)
    // An endless loop.
    const endless = await simulate(services, { from: chain.sender, data: '0x5b600056', gas: '1000000' })
    expect(endless).toMatchObject({ status: 'failed', output: '0x', reason: null, untraced: null })
  })

  test.each([
    // It calls an empty account with 64 KiB of calldata, or itself with nothing, until its gas ends.
    [
      'much data',
      1_000_000,
      '5b5f5f620100005f5f61dead62fffffff1505f56',
      /more than 16 MiB of data, which is too much to trace/,
    ],
    [
      'many calls',
      30_000_000,
      '5b5f5f5f5f5f61dead62fffffff1505f56',
      /makes \d{2,3},\d{3} calls, which is too much to trace/,
    ],
  ])('does not trace a loop with %s, and blocks go on being indexed', async (_, gas, loop, reason) => {
    const services = await indexed()
    await chain.anvil.rpc('anvil_setCode', [`0x${'1f'.repeat(20)}`, `0x${loop}`])
    const before = await services.catchUp()
    const [found, after] = await Promise.all([
      simulatePatiently(services, { from: chain.sender, to: `0x${'1f'.repeat(20)}`, gas: String(gas) }),
      chain.anvil.rpc('evm_mine').then(() => services.catchUp()),
    ])
    expect(after).toBe(before + 1)
    expect(found).toMatchObject({
      method: 'eth_simulateV1',
      status: 'failed',
      frames: null,
      untraced: expect.stringMatching(reason),
      accounts_missing: expect.stringMatching(reason),
    })
  })

  test('gives a call no more gas than a block of the chain, or than the operator allows', async () => {
    const store = await createStore()
    const limited = await indexAnvil(store, chain.anvil, { abis: verified(), gasMax: 100_000 })
    const input = { from: chain.sender, to: chain.token, data: '0x18160ddd' }
    expect((await simulate(limited, input)).gas).toBe('100000')
    await expect(simulate(limited, { ...input, gas: '100001' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'gas is more than a simulation may use here: at most 100,000',
    })
    await store.db.updateTable('evm_blocks').set({ gas_limit: '90000' }).execute()
    expect((await simulate(limited, input)).gas).toBe('90000')
  })

  test('is not traced where the node does not even call it in time', async () => {
    const node = await startFaultyRpc(chain.anvil.transport())
    try {
      node.always = [{ kind: 'silent', methods: ['eth_call'] }]
      const pool = createPool([httpTransport(node.url)], { answerMs: 200 })
      const access = createNodeAccess([{ chain: 'eth', pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }])
      const services = await indexAnvil(await createStore(), chain.anvil, { node: access })
      await expect(simulate(services, { to: chain.token, data: '0x18160ddd' })).rejects.toMatchObject({
        code: 'upstream_timeout',
        message: 'The node takes too long to run this transaction. Give it less gas, or try again later.',
      })
      expect(node.requests.flat()).not.toContain('debug_traceCall')
    } finally {
      await node.stop()
    }
  })

  test.each([
    ['eth_simulateV1', ['debug_traceCall'], { has_native_changes: true, log_count: 4 }],
    ['eth_call', ['debug_traceCall', 'eth_simulateV1'], { has_native_changes: false, logs: null, log_count: null }],
  ])('without tracing, uses %s and says what is missing', async (method, missing, reported) => {
    const { node, services } = await withoutMethods(await createStore(), missing)
    try {
      const input = { from: chain.sender, to: chain.proxy, data: depositData(100n), value: '8' }
      const found = await simulate(services, input)
      expect(found).toMatchObject({
        method,
        status: 'succeeded',
        returned: [{ value: '200' }],
        frames: null,
        accounts: null,
        accounts_missing: expect.stringContaining('debug_traceCall with prestateTracer'),
        ...reported,
      })
      const native = found.balance_changes.filter(({ standard }) => standard === 'native')
      expect(native.find(({ address }) => address === chain.proxy)?.change).toBe(
        reported.has_native_changes ? '4' : undefined,
      )
      const failed = await simulate(services, { to: chain.token, call: JSON.stringify(['transfer', stranger, '5000']) })
      expect(failed).toMatchObject({ status: 'failed', reason: { label: 'InsufficientBalance' } })
    } finally {
      await node.stop()
    }
  })

  test('refuses what could not be a transaction, naming the parameter', async () => {
    const services = await indexed()
    const bad: [Record<string, unknown>, RegExp][] = [
      [{ to: '0x12' }, /^to /],
      [{ to: stranger, data: '0x123' }, /^data is not calldata/],
      [{ to: stranger, data: `0x${'00'.repeat(5_001)}` }, /^data has more than 5,000 bytes/],
      [{ to: stranger, value: '-1' }, /^value is not a whole number/],
      [{ to: stranger, value: String(2n ** 256n) }, /^value is out of range/],
      [{ to: stranger, gas: '1' }, /^gas is out of range/],
      [{ to: stranger, balances: ['0x12:5'] }, /^balances .*is not an address, a colon and an amount/],
      [{ to: stranger, call: 'transfer' }, /^call is not JSON/],
      [{}, /^to is missing/],
      [{ to: chain.token, data: '0x', call: '["totalSupply"]' }, /^call excludes data/],
      [{ to: chain.token, call: '["nothing"]' }, /^call names nothing/],
      [{ to: chain.token, call: '["transfer(address,uint256)","x","1"]' }, /^call is wrong: argument 1/],
    ]
    for (const [input, message] of bad)
      await expect(async () => await simulate(services, input)).rejects.toThrow(message)
  })
})
