import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'

const person = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const [wallet, delegated, plain, operated, paymaster, named, safe] = Array.from({ length: 7 }, (_, at) =>
  person(0xad00 + at),
) as [Hex, Hex, Hex, Hex, Hex, Hex, Hex]

/** Returns one word for every call. */
const returning = (word: string): string => `0x7f${word.padStart(64, '0')}60005260206000f3`
/** Returns one word where the call has this selector, and reverts otherwise. */
const answering = (selector: string, word: string): string =>
  `0x60003560e01c63${selector}14601357600080fd5b7f${word.padStart(64, '0')}60005260206000f3`
/** Returns 1 as the nonce of `operated`, and 0 for everybody else. */
const nonces = `0x60043573${operated.slice(2)}1460005260206000f3`

let contracts: TestContracts
let coin: Hex
beforeAll(async () => {
  contracts = await startTestContracts()
  const { anvil, deployCoin, sendTo } = contracts
  coin = await deployCoin('GivenCoin', [])
  await sendTo('GivenCoin', coin, 'give', [wallet, 5n])
  const codes: [Hex, string][] = [
    [delegated, `0xef0100${plain.slice(2)}`],
    [plain, '0x00'],
    [operated, returning('0')],
    [paymaster, answering('b0d691fe', entryPoint.slice(2))],
    [named, returning(entryPoint.slice(2))],
    [safe, `0x7fa619486e${'00'.repeat(28)}f4`],
    [entryPoint, nonces],
  ]
  for (const [address, code] of codes) await anvil.rpc('anvil_setCode', [address, code])
  await anvil.rpc('evm_mine')
})
afterAll(() => contracts?.anvil.stop())

const input = (address: string) => parseInput(evmExplorerApi.evmAddress, { address })

describe.each(dialects)('the kind of an address on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is told by its code and its token events', async () => {
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil)
    const read = async (address: string) => {
      const { kind, account, contract_type, delegate } = await explorer.evmAddress(input(address))
      return [kind, account, contract_type, delegate]
    }
    expect(await read(wallet)).toEqual(['wallet', null, null, null])
    expect(await read(plain)).toEqual(['contract', null, null, null])
    expect(await read(coin)).toEqual(['token', null, 'ERC20', null])
    expect(await read(delegated)).toEqual(['smart_account', 'eip7702', null, plain])
    expect(await read(operated)).toEqual(['smart_account', 'erc4337', null, null])
    expect(await read(named)).toEqual(['smart_account', 'erc4337', null, null])
    expect(await read(safe)).toEqual(['smart_account', 'safe', null, null])
  })

  test('comes with the balance and the nonce after the block that it is read at', async () => {
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil)
    const [sender] = (await contracts.anvil.rpc('eth_accounts', [])) as [string]
    const { balance, nonce, block_number } = await explorer.evmAddress(input(sender))
    const at = `0x${BigInt(block_number ?? 0).toString(16)}`
    expect(BigInt(balance ?? -1)).toBe(BigInt(String(await contracts.anvil.rpc('eth_getBalance', [sender, at]))))
    expect(BigInt(nonce ?? -1)).toBe(BigInt(String(await contracts.anvil.rpc('eth_getTransactionCount', [sender, at]))))
    expect(Number(nonce)).toBeGreaterThan(0)
  })

  test('has its name beside it, without any transaction', async () => {
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil)
    expect((await explorer.evmAddress(input(entryPoint))).label).toBe('ERC-4337: EntryPoint 0.7')
    expect((await explorer.evmAddress(input(wallet))).label).toBeNull()
  })

  test('is not a smart account because it names an EntryPoint: paymasters do so too', async () => {
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil)
    expect((await explorer.evmAddress(input(paymaster))).kind).toBe('contract')
  })

  test('is read from the node once per block, for any number of visitors', async () => {
    const { explorer, sent } = await indexAnvil(await createStore(), contracts.anvil)
    const before = sent('eth_getCode')
    await Promise.all([wallet, wallet, wallet].map((address) => explorer.evmAddress(input(address))))
    await explorer.evmAddress(input(wallet))
    expect(sent('eth_getCode') - before).toBe(1)
  })

  test('is what the index proves without a node, and never a guess', async () => {
    const store = await createStore()
    await indexAnvil(store, contracts.anvil)
    const { explorer } = evmServices(store)
    expect(await explorer.evmAddress(input(coin))).toMatchObject({
      kind: 'token',
      code_bytes: null,
      block_number: null,
    })
    expect((await explorer.evmAddress(input(wallet))).kind).toBeNull()
  })
})
