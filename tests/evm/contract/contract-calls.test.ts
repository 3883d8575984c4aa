import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { BuiltInAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createFunctionShapes } from '#lib/evm/bytecode/function-shapes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import type { Store } from '#lib/store/store.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type InspectedContracts, startInspectedContracts } from './inspected-contracts.ts'

let contracts: InspectedContracts
let coin: Hex
let proxy: Hex
const holder: Hex = `0x${'5e'.repeat(20)}`

beforeAll(async () => {
  contracts = await startInspectedContracts()
  const { deploy, call, deployer } = contracts
  coin = await deploy('AbleCoin')
  proxy = await deploy('Proxy', [coin, deployer])
  await call('AbleCoin', coin, 'mint', [holder, 5n])
  await call('AbleCoin', coin, 'mint', [holder, 6n])
})
afterAll(() => contracts?.anvil.stop())

const ofCoin = (): BuiltInAbis => ({
  chain: 1,
  read: async () => [{ address: coin, abi: contracts.abiOf('AbleCoin') }],
})

const indexed = async (store: Store<EvmTables>, builtIn?: BuiltInAbis) => {
  const { pool } = await indexAnvil(store, contracts.anvil)
  const log = { warn: () => {} }
  const abis = createEvmAbis({ store, poolOf: () => pool, builtIn, log, waitMs: 10_000 })
  const { explorer } = await indexAnvil(store, contracts.anvil, { abis, signatures: createKnownSignatures() })
  const run = async (calls: readonly unknown[][], more: Record<string, unknown> = {}, address: Hex = coin) =>
    await explorer.evmContractCalls(
      parseInput(evmExplorerApi.evmContractCalls, { address, calls: JSON.stringify(calls), ...more }),
    )
  const functions = async (address: Hex) =>
    (await explorer.evmContractFunctions(parseInput(evmExplorerApi.evmContractFunctions, { address }))).result
  return { run, functions }
}

describe.each(dialects)('reading a contract on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('returns decoded values of several calls at once, after any block, also through a proxy', async () => {
    const { run } = await indexed(await createStore(), ofCoin())
    const { result } = await run([
      ['symbol()'],
      ['balanceOf(address)', holder],
      ['balanceOf', holder.toUpperCase().replace('0X', '0x')],
    ])
    expect(result.map(({ status, outputs }) => [status, outputs?.[0]?.value])).toEqual([
      ['returned', 'ABLE'],
      ['returned', '11'],
      ['returned', '11'],
    ])
    const before = await run([['balanceOf(address)', holder]], { block_number: 3 })
    expect([before.block_number, before.result[0]?.outputs?.[0]?.value]).toEqual(['3', '5'])
    const through = await run([['totalSupply()']], {}, proxy)
    expect(through.result[0]?.outputs).toEqual([{ name: '', type: 'uint256', value: '0' }])
  })

  test('guesses the functions of an unverified contract from its bytecode, and calls them by their selectors', async () => {
    const shapes = createFunctionShapes({ waitMs: 30_000 })
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil, { shapes })
    const { result } = await explorer.evmContractFunctions(
      parseInput(evmExplorerApi.evmContractFunctions, { address: coin }),
    )
    const selector = toFunctionSelector('balanceOf(address)')
    expect(result.find((one) => one.selector === selector)).toMatchObject({
      ...{ signature: null, name: null, source: 'guess', mutability: null, guessed_mutability: 'view' },
      ...{ inputs: [{ name: '', type: 'address' }], outputs: [], inputs_from: 'bytecode' },
    })
    expect(result.find((one) => one.selector === toFunctionSelector('pause()'))?.guessed_mutability).toBe('nonpayable')
    const calls = JSON.stringify([
      [`${selector}(address)`, holder],
      [selector, holder],
      ['0x12345678(uint8,bool)', 1, true],
    ])
    const called = await explorer.evmContractCalls(
      parseInput(evmExplorerApi.evmContractCalls, { address: coin, calls }),
    )
    const eleven = `0x${'b'.padStart(64, '0')}`
    expect(called.result.map(({ function: name, status, output }) => [name, status, output])).toEqual([
      [`${selector}(address)`, 'returned', eleven],
      [`${selector}(address)`, 'returned', eleven],
      ['0x12345678(uint8,bool)', 'reverted', '0x'],
    ])
    shapes.close()
  })

  test('encodes tuples, lists and negative numbers as viem does', async () => {
    const { run } = await indexed(await createStore(), ofCoin())
    const word = `0x${'ab'.repeat(32)}`
    const orders = [[holder, '115792089237316195423570985008687907853269984665640564039457584007913129639935', [word]]]
    const signature = 'echo((address,uint256,bytes32[])[],int8[2],string)'
    const { result } = await run([[signature, orders, JSON.stringify([-128, '0x7f']), 'said "so"']])
    const abi = parseAbi([
      'struct Order { address to; uint256 amount; bytes32[] notes; }',
      'function echo(Order[] orders, int8[2] pair, string text)',
    ])
    const args = [[{ to: holder, amount: 2n ** 256n - 1n, notes: [word as Hex] }], [-128, 127], 'said "so"'] as const
    expect(result[0]?.calldata).toBe(encodeFunctionData({ abi, functionName: 'echo', args: [...args] }))
    expect(result[0]?.outputs?.map(({ type }) => type)).toEqual([
      '(address to,uint256 amount,bytes32[] notes)[]',
      'int8[2]',
      'string',
    ])
    expect(result[0]?.outputs?.[2]).toMatchObject({ name: 'said', value: 'said "so"' })
  })

  test('decodes custom errors, reasons and panics, and ends calls that would use all gas', async () => {
    const { run } = await indexed(await createStore(), ofCoin())
    const { result } = await run([
      ['refuse(uint256)', 7],
      ['fail()'],
      ['divide(uint256)', '0'],
      ['burnGas()'],
      ['pause()'],
    ])
    expect(result.map(({ status, error }) => [status, error?.signature, error?.text])).toEqual([
      ['reverted', 'TooMany(uint256,string)', null],
      ['reverted', 'Error(string)', 'out of luck'],
      ['reverted', 'Panic(uint256)', 'division by zero'],
      ['reverted', null, null],
      ['reverted', 'OwnableUnauthorizedAccount(address)', null],
    ])
    expect(result[0]?.error?.params.map(({ value }) => value)).toEqual(['7', 'no more than 3'])
    const asOwner = await run([['pause()']], { from: contracts.deployer })
    expect(asOwner.result[0]?.status).toBe('returned')
  })

  test('names the argument that does not fit, and the accepted form', async () => {
    const { run } = await indexed(await createStore(), ofCoin())
    const refused = async (calls: readonly unknown[][], more = {}) =>
      await run(calls, more).then(
        () => 'accepted',
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      )
    const pair = 'echo((address,uint256,bytes32[])[],int8[2],string)'
    expect(
      await Promise.all([
        refused([['balanceOf(address)', '0x12']]),
        refused([['balanceOf(address)']]),
        refused([['mint(address,uint256)', holder, '-1']]),
        refused([['mint(address,uint256)', holder, 1e30]]),
        refused([[pair, [[holder, '1', ['0x12']]], [1, 2], 'x']]),
        refused([[pair, [], [1, 128], 'x']]),
        refused([[pair, 'no list', [1, 2], 'x']]),
        refused([['nothing']]),
        refused([['symbol()']], { block_number: 10_000 }),
      ]),
    ).toEqual([
      'invalid_request: calls is wrong: argument 1 (account) of balanceOf(address) must be an address: 0x and 40 hex digits',
      'invalid_request: calls is wrong: balanceOf(address) takes 1 argument, not 0',
      'invalid_request: calls is wrong: argument 2 (amount) of mint(address,uint256) must be a whole number from 0 to 2^256 - 1',
      'invalid_request: calls is wrong: argument 2 (amount) of mint(address,uint256) must be a whole number from 0 to 2^256 - 1, as text where it is above 2^53',
      `invalid_request: calls is wrong: argument 1 (orders)[0][2][0] of ${pair} must be 0x and 64 hex digits`,
      `invalid_request: calls is wrong: argument 2 (pair)[1] of ${pair} must be a whole number from -2^7 to 2^7 - 1`,
      `invalid_request: calls is wrong: argument 1 (orders) of ${pair} must be a list of (address,uint256,bytes32[]), as a JSON list`,
      'invalid_request: calls names nothing, which is neither a function of the contract nor a signature such as balanceOf(address)',
      expect.stringMatching(/^invalid_request: block_number is above the newest indexed block/),
    ])
    for (const calls of ['', '{}', '[]', '[[]]', '[[1]]', '[["a()"', JSON.stringify(Array(31).fill(['symbol()']))])
      expect(() => parseInput(evmExplorerApi.evmContractCalls, { address: coin, calls })).toThrow(/^calls/)
  })

  test('finds the functions of contracts without an ABI by their selectors, marked as guessed', async () => {
    const { run, functions } = await indexed(await createStore())
    const found = await functions(coin)
    const transfer = found.find(({ signature }) => signature === 'transfer(address,uint256)')
    expect(transfer).toMatchObject({ source: 'guess', mutability: null, selector: '0xa9059cbb' })
    const unnamed = found.findIndex(({ signature }) => signature === null)
    expect(unnamed).toBeGreaterThan(0)
    expect(found.slice(unnamed).filter(({ signature }) => signature !== null)).toEqual([])
    const { result } = await run([['totalSupply()']])
    expect(result[0]).toMatchObject({ status: 'returned', outputs: null, output: `0x${'b'.padStart(64, '0')}` })
    const verified = await (await indexed(await createStore(), ofCoin())).functions(proxy)
    expect(verified.find(({ name }) => name === 'balanceOf')).toMatchObject({
      source: 'abi',
      address: coin,
      mutability: 'view',
    })
  })
})
