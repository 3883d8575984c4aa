import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BaseContract, Contract, type EtherscanProvider, getAddress, toBigInt, Wallet } from 'ethers'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { configurationFor } from './client-configurations.ts'
import { type ClientDevnet, startClientDevnet } from './client-devnet.ts'
import { testClient } from './client-table.ts'

/* ethers' provider with another host, against a real server, worker and node. ethers knows the ids of public chains alone: the devnet has one. */

/** The first account of every anvil. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const nobody = '0x00000000000000000000000000000000000000cc'
/** Of `Vault`. */
const owner = '0x00000000000000000000000000000000000000aa'
/** Returns the value and the gas of a call. */
const echoCode = '0x6a345f525a60205260405ff35f52600b6015f3'

let folder: string
let devnet: ClientDevnet
let provider: EtherscanProvider
let echo: Hex
beforeAll(async () => {
  devnet = await startClientDevnet({ chain: { id: 1, name: 'eth' }, environment: { SEND_TRANSACTIONS: 'on' } })
  folder = mkdtempSync(join(tmpdir(), 'spyglass-ethers-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'provider.mjs')
  writeFileSync(file, configurationFor('ethers', devnet.server.url))
  provider = ((await import(pathToFileURL(file).href)) as { provider: EtherscanProvider }).provider
  const receipt = await devnet.anvil.rpc('eth_sendTransactionSync', [{ from: sender, data: echoCode }])
  echo = (receipt as { contractAddress: Hex }).contractAddress
  await Promise.all([devnet.verify('Vault'), devnet.verify('Counter')])
}, 180_000)
afterAll(async () => {
  provider?.destroy()
  await devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const vault = () => devnet.addressOf('Vault')
const creation = () => devnet.deployed.get('Vault')?.hash ?? '0x'
const onNode = async (method: string, ...params: unknown[]) => (await devnet.anvil.rpc(method, params)) as string
const contractAt = async (address: string): Promise<Contract> => {
  const contract = await provider.getContract(address)
  if (contract === null) throw new Error(`${address} is not verified`)
  return contract
}
/** What a view of a contract returns to a caller. */
const view = async (contract: BaseContract, name: string, ...args: unknown[]): Promise<unknown> =>
  await contract.getFunction(name).staticCall(...args)

testClient('ethers', {
  'getBalance, getTransactionCount, getCode, getStorage': async () => {
    expect(await provider.getBalance(sender)).toBe(toBigInt(await onNode('eth_getBalance', sender, 'latest')))
    const count = Number(await onNode('eth_getTransactionCount', sender, 'latest'))
    expect([await provider.getTransactionCount(sender), count > 6]).toEqual([count, true])
    expect(await provider.getCode(vault())).toBe(devnet.deployed.get('Vault')?.runtime)
    expect(await provider.getStorage(vault(), 0)).toBe(await onNode('eth_getStorageAt', vault(), '0x0', 'latest'))
  },
  'getBlockNumber, getBlock': async () => {
    expect(await provider.getBlockNumber()).toBe(Number(await onNode('eth_blockNumber')))
    const block = await provider.getBlock(2)
    expect(block?.transactions).toEqual([creation()])
    expect((await provider.getBlock(2, true))?.prefetchedTransactions[0]?.hash).toBe(creation())
  },
  'getTransaction, getTransactionReceipt': async () => {
    expect(await provider.getTransaction(creation())).toMatchObject({ from: sender, to: null, blockNumber: 2 })
    expect(await provider.getTransactionReceipt(creation())).toMatchObject({
      status: 1,
      contractAddress: getAddress(vault()),
    })
    const unknown = `0x${'12'.repeat(32)}`
    expect(await provider.getTransaction(unknown)).toBeNull()
    expect(await provider.getTransactionReceipt(unknown)).toBeNull()
  },
  call: async () => {
    const contract = await contractAt(vault())
    expect(await view(contract, 'ownerFee', { from: owner })).toBe(0n)
    expect(await view(contract, 'ownerFee', { from: nobody })).toBe(250n)
    const returned = await provider.call({ from: sender, to: echo, value: 5n, gasLimit: 50_000n })
    const [value, gas] = [toBigInt(returned.slice(0, 66)), toBigInt(`0x${returned.slice(66)}`)]
    expect([value, gas > 0n && gas < 50_000n]).toEqual([5n, true])
  },
  'call, reverted': async () => {
    const contract = await contractAt(vault())
    await expect(view(contract, 'quote', 1n, { from: owner })).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'owner pays nothing',
    })
    const counter = await contractAt(devnet.addressOf('Counter'))
    await expect(view(counter, 'increment', 0n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      data: expect.stringMatching(/^0x[0-9a-f]{136}$/),
      revert: { name: 'TooHigh', args: [0n, 0n] },
    })
  },
  estimateGas: async () => {
    const transaction = { from: sender, to: nobody, value: 1n }
    expect(await provider.estimateGas(transaction)).toBe(
      toBigInt(await onNode('eth_estimateGas', { ...transaction, value: '0x1' })),
    )
    const contract = await contractAt(vault())
    const quote = contract.getFunction('quote')
    expect(await quote.estimateGas(1n, { from: nobody })).toBeGreaterThan(21_000n)
    await expect(quote.estimateGas(1n, { from: owner })).rejects.toMatchObject({ code: 'CALL_EXCEPTION' })
  },
  getContract: async () => {
    expect(await view(await contractAt(vault()), 'fee')).toBe(250n)
    expect(await provider.getContract(devnet.addressOf('Factory'))).toBeNull()
  },
  getEtherPrice: async () => {
    await expect(provider.getEtherPrice()).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      info: { result: { status: '0', message: 'NOTOK', result: 'The price of ETH is not known here' } },
    })
  },
  "fetch('account', …)": async () => {
    const rows = await provider.fetch('account', { action: 'txlist', address: sender, startblock: 2, endblock: 2 })
    expect(rows).toMatchObject([{ hash: creation(), to: '', contractAddress: vault() }])
    expect(await provider.fetch('account', { action: 'txlist', address: nobody })).toEqual([])
    expect(await provider.fetch('account', { action: 'tokentx', address: nobody })).toEqual([])
  },
  "fetch('logs', …)": async () => {
    const address = devnet.addressOf('Counter')
    const counter = new Contract(address, (await contractAt(address)).interface, new Wallet(privateKey, provider))
    await (await counter.getFunction('increment').send(5n)).wait()
    const logs = async () =>
      await provider.fetch('logs', { action: 'getLogs', address, fromBlock: 0, toBlock: 'latest' })
    await expect
      .poll(logs)
      .toMatchObject([{ address, topics: [counter.interface.getEvent('Counted')?.topicHash, expect.any(String)] }])
    expect(await provider.fetch('logs', { action: 'getLogs', address: vault() })).toEqual([])
    await expect(provider.getLogs({ address })).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' })
  },
  'sendTransaction, wait': async () => {
    const before = await provider.getBalance(nobody)
    const sent = await new Wallet(privateKey, provider).sendTransaction({ to: nobody, value: 7n })
    expect(await sent.wait()).toMatchObject({ status: 1, hash: sent.hash })
    await expect.poll(async () => await provider.getBalance(nobody)).toBe(before + 7n)
  },
})
