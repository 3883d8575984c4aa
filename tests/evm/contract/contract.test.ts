import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { BuiltInAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { Store } from '#lib/store/store.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type InspectedContracts, madeBy, startInspectedContracts } from './inspected-contracts.ts'

let contracts: InspectedContracts
let coin: Hex
let nft: Hex
let roles: Hex
let proxy: Hex
let byBeacon: Hex
let beacon: Hex
let factory: Hex
let clone: Hex
let made: Hex
const minter: Hex = `0x${'5e'.repeat(20)}`

beforeAll(async () => {
  contracts = await startInspectedContracts()
  const { anvil, deploy, call, deployer } = contracts
  coin = await deploy('AbleCoin')
  nft = await deploy('PlainNft')
  roles = await deploy('Roles', [minter])
  proxy = await deploy('Proxy', [coin, deployer])
  beacon = await deploy('Beacon', [nft, deployer])
  byBeacon = await deploy('ByBeacon', [beacon])
  factory = await deploy('Factory')
  clone = madeBy((await call('Factory', factory, 'clone', [coin])).receipt.logs)
  made = madeBy((await call('Factory', factory, 'make')).receipt.logs)
  await call('AbleCoin', coin, 'pause')
  // Creations are kept once their block is final.
  await anvil.rpc('anvil_mine', ['0x64'])
})
afterAll(() => contracts?.anvil.stop())

const input = (address: string) => parseInput(evmExplorerApi.evmContract, { address })

/** The services with ABIs of nobody, or with that of the coin. */
const indexed = async (store: Store<EvmTables>, builtIn?: BuiltInAbis, from = 0) => {
  const { pool } = await indexAnvil(store, contracts.anvil, {}, from)
  const log = { warn: () => {} }
  const abis = createEvmAbis({ store, poolOf: () => pool, builtIn, log, waitMs: 10_000 })
  return await indexAnvil(store, contracts.anvil, { abis }, from)
}

describe.each(dialects)('a contract on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is described by its bytecode alone, with the evidence and without a claim beyond it', async () => {
    const { explorer } = await indexed(await createStore())
    const read = async (address: Hex) => await explorer.evmContract(input(address))
    const sentences = async (address: Hex) => (await read(address)).abilities.map(({ sentence }) => sentence)

    expect(await sentences(coin)).toEqual([
      'Can be paused: it has `pause()`. It is paused now.',
      'Cannot be upgraded: its code has no DELEGATECALL, so it never runs other code in its own place.',
      'Can mint: it has `mint(address,uint256)`. Who may call it is decided by its code.',
      expect.stringContaining(
        'Can be destroyed: its code contains SELFDESTRUCT. On chains with the Cancun upgrade this only',
      ),
    ])
    expect(await sentences(nft)).toEqual([
      expect.stringMatching(/^No function to pause was found in the \d+ functions in its bytecode\.$/),
      'Cannot be upgraded: its code has no DELEGATECALL, so it never runs other code in its own place.',
      expect.stringMatching(/^No function to mint was found/),
      'No SELFDESTRUCT was found in its code.',
    ])
    expect(await sentences(proxy)).toEqual([
      'Can be paused: it has `pause()`. It is not paused now.',
      expect.stringContaining('Can be upgraded: it is an EIP-1967 proxy'),
      expect.stringContaining('Can mint'),
      expect.stringContaining('the code it forwards to contains SELFDESTRUCT'),
    ])
    expect((await sentences(clone))[1]).toBe(
      'Cannot be upgraded: it is an EIP-1167 clone, and the address it forwards to is part of its code.',
    )
    expect((await sentences(byBeacon))[1]).toContain('Can be upgraded: it is an EIP-1967 beacon proxy')
  })

  test('tells its standards, by ERC-165 or by its functions', async () => {
    const { explorer } = await indexed(await createStore())
    const names = async (address: Hex) => (await explorer.evmContract(input(address))).standards.map(({ name }) => name)
    expect(await names(coin)).toEqual(['ERC-20'])
    expect(await names(nft)).toEqual(['ERC-165', 'ERC-721', 'ERC-721 Metadata'])
    expect(await names(byBeacon)).toEqual(['ERC-165', 'ERC-721', 'ERC-721 Metadata'])
    expect(await names(roles)).toEqual(['ERC-165', 'Access control', 'Access control, enumerable'])
  })

  test('names its owner, the owners of its proxy, and the members of its roles', async () => {
    const { explorer } = await indexed(await createStore())
    const who = async (address: Hex) =>
      (await explorer.evmContract(input(address))).roles.map(({ role, address: holder }) => [role, holder])
    const { deployer } = contracts
    expect(await who(coin)).toEqual([['owner', deployer]])
    expect(await who(roles)).toEqual([
      ['DEFAULT_ADMIN_ROLE', deployer],
      ['MINTER_ROLE', minter],
    ])
    expect(await who(proxy)).toEqual([
      ['owner', `0x${'0'.repeat(40)}`],
      ['proxy admin', expect.any(String)],
      ['proxy admin owner', deployer],
    ])
    expect(await who(byBeacon)).toEqual([
      ['beacon', beacon],
      ['beacon owner', deployer],
    ])
  })

  test('shows the code it runs, and whose ABI is known', async () => {
    const builtIn: BuiltInAbis = { chain: 1, read: async () => [{ address: coin, abi: contracts.abiOf('AbleCoin') }] }
    const { explorer } = await indexed(await createStore(), builtIn)
    const { proxy: kind, implementation_count, codes } = await explorer.evmContract(input(proxy))
    expect([kind, implementation_count]).toEqual(['eip1967', 1])
    expect(codes.map(({ address, role, abi_source }) => [address, role, abi_source])).toEqual([
      [proxy, 'own', null],
      [coin, 'implementation', 'bundled'],
    ])
    const empty = await explorer.evmContract(input(minter))
    expect([empty.is_contract, empty.abilities]).toEqual([false, []])
  })

  test('comes from the transaction of the index that created it', async () => {
    const { explorer, sent } = await indexed(await createStore())
    const { source, creator_address, transaction_hash } = await explorer.evmContractCreation(input(coin))
    expect([source, creator_address]).toEqual(['index', contracts.deployer])
    expect(transaction_hash).toMatch(/^0x/)
    expect(sent('eth_getCode')).toBe(0)
  })

  test('comes from a search of the node where the index begins later, and the search is kept', async () => {
    const store = await createStore()
    const services = await indexed(store, undefined, 10)
    const creations = async (explorer: typeof services.explorer) =>
      await Promise.all(
        [coin, clone, made].map(async (address) => {
          const { source, creator_address, factory_address, block_number } = await explorer.evmContractCreation(
            input(address),
          )
          return [source, creator_address, factory_address, block_number]
        }),
      )
    const { deployer } = contracts
    const expected = [
      ['code_search', deployer, null, '1'],
      ['code_search', deployer, factory, '8'],
      ['code_search', deployer, factory, '9'],
    ]
    expect(await creations(services.explorer)).toEqual(expected)
    expect(services.sent('eth_getCode')).toBeGreaterThan(6)
    const later = await indexed(store, undefined, 10)
    expect(await creations(later.explorer)).toEqual(expected)
    expect(later.sent('eth_getCode')).toBe(0)
    await expect(services.explorer.evmContractCreation(input(minter))).rejects.toMatchObject({ code: 'not_found' })
  })
})
