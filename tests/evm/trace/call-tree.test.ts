import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abiIndex, type EvmAbis } from '#lib/evm/abi/abi-index.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { type InsideChain, startWithDeposit } from './replay/inside-chain.ts'

let chain: InsideChain
let deposit: `0x${string}`
beforeAll(async () => {
  ;({ chain, deposit } = await startWithDeposit())
})
afterAll(async () => {
  await chain?.stop()
})

/** Verified ABIs of the chain's contracts. */
const verified = (): EvmAbis => ({
  givenOf: async () => () => [],
  describe: async () => ({ proxy: undefined, interfaces: [] }),
  knownOf: async () => {
    const token = abiIndex(chain.abis.token)
    const vault = abiIndex(chain.abis.vault)
    return ({ address }) =>
      (address === chain.token ? [token] : [chain.vault, chain.proxy].includes(address) ? [vault] : []).filter(
        (one) => one !== undefined,
      )
  },
})

describe.each(dialects)('the calls of a transaction on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('are a tree with decoded calls, returned values, errors and logs in their place', async () => {
    const { explorer } = await indexAnvil(await createStore(), chain.anvil, { abis: verified() })
    const tree = await explorer.evmCallTree({ transaction_hash: deposit })
    expect(tree).toMatchObject({
      method: 'debug_traceTransaction',
      frame_count: 5,
      log_placement: 'traced',
      logs_not_placed: 0,
    })
    expect(tree.frames.map(({ frame, type, to, call, delegate }) => [frame, type, to, call?.label, delegate])).toEqual([
      ['0', 'CALL', chain.proxy, 'deposit', '0-0'],
      ['0-0', 'DELEGATECALL', chain.vault, 'deposit', null],
      ['0-0-0', 'CALL', chain.token, 'transferFrom', null],
      ['0-0-1', 'CALL', zeroAddress, undefined, null],
      ['0-0-2', 'CALL', chain.token, 'transfer', null],
    ])
    expect(tree.frames.map(({ value }) => value)).toEqual(['8', '8', '0', '4', '0'])
    // The vault runs as the proxy: its logs are before, between and after its calls.
    expect(tree.frames[1]?.logs.map(({ event, position, address }) => [event?.label, position, address])).toEqual([
      ['Before', 0, chain.proxy],
      ['Between', 1, chain.proxy],
      ['After', null, chain.proxy],
    ])
    expect(tree.frames[2]?.logs.map(({ event }) => event?.label)).toEqual(['Transfer'])
    const failed = tree.frames[4]
    expect(failed).toMatchObject({ is_undone: true, reason: { label: 'InsufficientBalance', source: 'abi' } })
    expect(failed?.reason?.arguments.map(({ name, value }) => [name, value.toLowerCase()])).toEqual([
      ['holder', chain.proxy],
      ['balance', '100'],
      ['needed', '1000000000000000000'],
    ])
    const frame = await explorer.evmCallFrame({ transaction_hash: deposit, frame: '0-0' })
    expect(frame).toMatchObject({ returned: [{ name: 'shares', value: '200', type: 'uint256' }], is_undone: false })
    expect(frame.input.length).toBe(2 + 8 + 2 * 64)
    await expect(explorer.evmCallFrame({ transaction_hash: deposit, frame: '0-7' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('without a verified ABI, known signatures are guesses and marked so', async () => {
    const { explorer } = await indexAnvil(await createStore(), chain.anvil, { signatures: createKnownSignatures() })
    const { frames } = await explorer.evmCallTree({ transaction_hash: deposit })
    expect(frames[2]?.call).toMatchObject({ label: 'transferFrom', source: 'signatures' })
    expect(frames[2]?.logs[0]?.event).toMatchObject({ label: 'Transfer', source: 'signatures' })
  })

  test('the gas of contracts and of the transaction itself adds up to what the receipt has', async () => {
    const { explorer, evm } = await indexAnvil(await createStore(), chain.anvil)
    const gas = await explorer.evmTransactionGas({ transaction_hash: deposit })
    const transaction = await evm.transaction({ transaction_hash: deposit })
    expect(gas).toMatchObject({ gas_used: transaction.receipt_gas_used, gas_limit: '2000000', blob: null })
    expect(gas.intrinsic).toMatchObject({ base: '21000', creation: '0', access_list: '0', authorizations: '0' })
    const contracts = gas.contracts ?? []
    expect(contracts.map(({ address }) => address)).toEqual(
      expect.arrayContaining([chain.token, chain.vault, chain.proxy]),
    )
    const ofContracts = contracts.reduce((sum, one) => sum + BigInt(one.gas), 0n)
    expect(ofContracts + BigInt(gas.intrinsic.total)).toBe(BigInt(gas.gas_used))
    expect(BigInt(gas.fee)).toBe(BigInt(gas.gas_used) * BigInt(gas.gas_price))
  })

  test('are traced once for all who ask, and kept with the block', async () => {
    const store = await createStore()
    const replays = createReplays(store)
    const { explorer, sent } = await indexAnvil(store, chain.anvil, { replays })
    const ask = (service: typeof explorer) => service.evmCallTree({ transaction_hash: deposit })
    const [first, second] = await Promise.all([ask(explorer), ask(explorer)])
    expect(second).toEqual(first)
    expect(await ask(explorer)).toEqual(first)
    expect(sent('debug_traceTransaction')).toBe(1)
    await replays.settled()
    // Another process, which has nothing in memory.
    const other = await indexAnvil(store, chain.anvil, { replays: createReplays(store) })
    expect(await ask(other.explorer)).toEqual(first)
    expect(other.sent('debug_traceTransaction')).toBe(0)
    // A block that a reorg replaced has other traces.
    await store.db
      .updateTable('evm_replays')
      .set({ block_hash: new Uint8Array(32) })
      .execute()
    const after = await indexAnvil(store, chain.anvil, { replays: createReplays(store) })
    expect(await ask(after.explorer)).toEqual(first)
    expect(after.sent('debug_traceTransaction')).toBe(1)
  })

  test('the kept traces stay within their size', async () => {
    const store = await createStore()
    const replays = createReplays(store, { bytesMax: 6_000 })
    const { explorer, catchUp } = await indexAnvil(store, chain.anvil, { replays })
    const hashes = []
    for (let count = 0; count < 8; count++)
      hashes.push(await chain.call(chain.token, chain.abis.token, 'approve', [chain.sender, BigInt(count)]))
    await catchUp()
    for (const transaction_hash of hashes) await explorer.evmCallTree({ transaction_hash })
    await replays.settled()
    const rows = await store.db.selectFrom('evm_replays').select('size_bytes').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0)).toBeLessThanOrEqual(6_000)
  })

  test('a transaction before the index is traced too, and a failed one keeps its calls', async () => {
    const hash = await chain.call(chain.proxy, chain.abis.vault, 'withdraw', [1n])
    const latest = Number(await chain.anvil.rpc('eth_blockNumber'))
    await chain.anvil.rpc('anvil_mine', ['0x3'])
    const { explorer } = await indexAnvil(await createStore(), chain.anvil, { abis: verified() }, latest + 2)
    const { frames } = await explorer.evmCallTree({ transaction_hash: hash })
    expect(frames.map(({ is_undone }) => is_undone)).toEqual([true, true])
    expect(frames[1]?.reason).toMatchObject({
      signature: 'Error(string)',
      arguments: [{ value: '<b>closed</b> until \u202e tomorrow' }],
    })
  })

  test('a node without tracing is reported in words, and without logs in its trace only certain ones are placed', async () => {
    const node = await startFaultyRpc(chain.anvil.transport())
    try {
      const pool = createPool([httpTransport(node.url)])
      const access = createNodeAccess([{ chain: 'eth', pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }])
      const lacking = (...methods: string[]) =>
        ({ kind: 'error', error: { code: -32601, message: 'Method not found' }, methods }) as const
      node.always = [lacking('debug_traceTransaction')]
      const { explorer } = await indexAnvil(await createStore(), chain.anvil, { node: access })
      const tree = await explorer.evmCallTree({ transaction_hash: deposit })
      expect(tree).toMatchObject({ method: 'trace_transaction', log_placement: 'inferred' })
      // The proxy ran in two frames, the token lastingly in one.
      expect(tree.logs_not_placed).toBe(3)
      expect(tree.frames[2]?.logs).toHaveLength(1)

      node.always = [lacking('debug_traceTransaction', 'trace_transaction')]
      const { explorer: without } = await indexAnvil(await createStore(), chain.anvil, { node: access })
      await expect(without.evmCallTree({ transaction_hash: deposit })).rejects.toMatchObject({
        code: 'not_available',
        message: expect.stringContaining('does not serve traces'),
      })
    } finally {
      await node.stop()
    }
  })
})
