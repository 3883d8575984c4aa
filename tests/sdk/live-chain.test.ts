import Moralis from 'moralis'
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileContracts } from '#tests/demo-recorder/evm/compile.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { createSdk, rawOf, type SdkOperation } from './sdk.ts'

/* A developer's own chain: what is sent to it is read back by the SDK, moments later and without a word of configuration more. */

const chain = '0x7a69'
const burnedAmount = 2n ** 64n + 1n

const sdk = createSdk(Moralis)
let anvil: Anvil
let server: RunningApiServer
let owner: string
let friend: string
let collection: string
let coin: string

type Receipt = { transactionHash: string; contractAddress: string; status: string }

/** Sends from one of the chain's own unlocked accounts, and waits for the block that anvil mines for it. */
const send = async (transaction: { to?: string; data: string; from?: string }): Promise<Receipt> => {
  const hash = await anvil.rpc('eth_sendTransaction', [{ from: owner, gas: '0x989680', ...transaction }])
  for (let tries = 0; tries < 500; tries++) {
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`anvil did not mine ${hash}`)
}

const contracts = compileContracts()
const abiOf = (name: string): Abi => contracts.get(name)?.abi ?? []
const deploy = async (name: string): Promise<string> => {
  const { abi = [], bytecode = '0x' } = contracts.get(name) ?? {}
  return (await send({ data: encodeDeployData({ abi, bytecode, args: [owner] }) })).contractAddress
}
const call = async (name: string, to: string, functionName: string, args: unknown[], from = owner): Promise<string> => {
  const { transactionHash, status } = await send({
    to,
    from,
    data: encodeFunctionData({ abi: abiOf(name), functionName, args }),
  })
  expect(status).toBe('0x1')
  return transactionHash
}

beforeAll(async () => {
  anvil = await startAnvil()
  const [first = '', second = ''] = (await anvil.rpc('eth_accounts')) as string[]
  ;[owner, friend] = [first, second]
  collection = await deploy('PaperLanterns')
  coin = await deploy('HarborCoin')
  await call('PaperLanterns', collection, 'give', [owner, 3n])
  await call('PaperLanterns', collection, 'transferFrom', [owner, friend, 2n])
  await call('HarborCoin', coin, 'transfer', [friend, 5n * 10n ** 18n])
  await call('HarborCoin', coin, 'approve', [friend, 2n ** 256n - 1n])
  await call('HarborCoin', coin, 'burn', [burnedAmount])
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url })
  await sdk.start(`${server.url}/api/v2`, apiKey)
})
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
})

const listOf = async (
  operation: SdkOperation,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>[]> => {
  const answer = await sdk.call(operation, { chain, ...parameters })
  const { result } = (answer ? rawOf(answer) : { result: [] }) as { result: Record<string, unknown>[] }
  return result
}

test('lists the NFTs of a wallet, a collection and a block', async () => {
  expect(await listOf('nft.getWalletNFTs', { address: friend })).toMatchObject([
    { token_address: collection, token_id: '2', owner_of: friend, amount: '1' },
  ])
  const items = await listOf('nft.getContractNFTs', { address: collection })
  expect(items.map(({ token_id }) => token_id).sort()).toEqual(['1', '2', '3'])
  const owners = await listOf('nft.getNFTOwners', { address: collection })
  expect(Object.fromEntries(owners.map(({ token_id, owner_of }) => [token_id, owner_of]))).toEqual({
    1: owner,
    2: friend,
    3: owner,
  })
  const [received] = await listOf('nft.getWalletNFTTransfers', { address: friend })
  expect(received).toMatchObject({ from_address: owner, to_address: friend, token_id: '2', amount: '1' })
  const inBlock = await listOf('nft.getNFTTransfersByBlock', { block_number_or_hash: received?.block_number })
  expect(inBlock).toEqual([received])
})

test('lists ERC-20 transfers, burns and approvals, each to the last digit', async () => {
  const given = { contract_addresses: [coin] }
  const transfers = await listOf('token.getErc20Transfers', given)
  expect(transfers.map(({ value }) => value)).toEqual([
    String(burnedAmount),
    '5000000000000000000',
    `1${'0'.repeat(24)}`,
  ])
  expect(await listOf('token.getErc20Burns', given)).toMatchObject([
    { from_wallet: owner, value: String(burnedAmount) },
  ])
  expect(await listOf('token.getErc20Approvals', given)).toMatchObject([
    { from_wallet: owner, to_wallet: friend, value: String(2n ** 256n - 1n) },
  ])
})

test('contract metadata appears without a request for it', async () => {
  await expect
    .poll(() => listOf('nft.getWalletNFTs', { address: friend }), { timeout: 20_000 })
    .toMatchObject([{ contract_type: 'ERC721', name: 'Paper Lanterns', symbol: 'LANTERN' }])
  await expect
    .poll(async () => (await listOf('token.getErc20Transfers', { contract_addresses: [coin] }))[1], { timeout: 20_000 })
    .toMatchObject({ token_name: 'Harbor Coin', token_symbol: 'HBR', token_decimals: '18', value_decimal: '5' })
})

test('a transfer appears moments after it happened, and disappears with a reorg', async () => {
  const before = await anvil.rpc('evm_snapshot')
  const transaction_hash = await call('PaperLanterns', collection, 'transferFrom', [friend, owner, 2n], friend)
  await expect.poll(() => listOf('nft.getWalletNFTs', { address: friend }), { timeout: 10_000 }).toEqual([])
  expect(await sdk.call('transaction.getTransaction', { chain, transaction_hash })).toMatchObject({
    raw: { hash: transaction_hash, from_address: friend, to_address: collection },
  })

  await anvil.rpc('evm_revert', [before])
  await call('HarborCoin', coin, 'transfer', [friend, 1n])
  await call('HarborCoin', coin, 'transfer', [friend, 1n])
  await expect
    .poll(() => listOf('nft.getWalletNFTs', { address: friend }), { timeout: 10_000 })
    .toMatchObject([{ token_id: '2', owner_of: friend }])
  expect(await sdk.call('transaction.getTransaction', { chain, transaction_hash })).toBeNull()
})
