import entryPointJson from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' }
import accountJson from '@account-abstraction/contracts/artifacts/Simple7702Account.json' with { type: 'json' }
import factoryJson from '@account-abstraction/contracts/artifacts/SimpleAccountFactory.json' with { type: 'json' }
import {
  type Abi,
  checksumAddress,
  concat,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { compileAll } from '#tests/evm/verification/deployments.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

type Artifact = { abi: Abi; bytecode: Hex }
const artifact = ({ abi, bytecode }: { abi: unknown; bytecode: string }): Artifact => ({
  abi: abi as Abi,
  bytecode: bytecode as Hex,
})
const entryPointCode = artifact(entryPointJson)
const accountCode = artifact(accountJson)
const factoryCode = artifact(factoryJson)

/** The address that the account's own code names as its EntryPoint. */
const entryPoint = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const recipient: Hex = `0x${'ab'.repeat(20)}`

const thief: Hex = `0x${'bad0'.repeat(10)}`
const sweeperSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Sweeper {
  receive() external payable {
    (bool sent, ) = payable(${checksumAddress(thief)}).call{value: address(this).balance}("");
    require(sent);
  }
}`

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const owner = newAccount()

let anvil: Anvil
let bundler: Hex
let delegate: Hex
let sweeper: Hex
/** An EntryPoint where its constructor ran: that of another address cannot create accounts. */
let ownEntryPoint: Hex

const rpc = async (method: string, ...params: unknown[]) => (await anvil.rpc(method, params)) as Hex
const client = () => createPublicClient({ chain: anvilChain, transport: http(anvil.url) })

/** Sends and mines a transaction; the same as a wallet does, so that nodes take authorizations. */
const send = async (call: Record<string, unknown>): Promise<{ hash: Hex; contractAddress: Hex }> => {
  const hash = await rpc('eth_sendTransaction', { from: bundler, gas: '0x4c4b40', ...call })
  const { status, contractAddress } = await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  expect(status).toBe('success')
  return { hash, contractAddress: contractAddress ?? zeroAddress }
}

const hexOf = (value: number | bigint): Hex => `0x${value.toString(16)}`

/** What an account signs to delegate, as a transaction carries it. */
const authorization = async (
  account: typeof owner,
  to: Hex,
  { chainId = anvilChain.id, nonce }: { chainId?: number; nonce: number },
) => {
  const { r, s, yParity } = await account.signAuthorization({ contractAddress: to, chainId, nonce })
  return { chainId: hexOf(chainId), address: to, nonce: hexOf(nonce), yParity: hexOf(yParity ?? 0), r, s }
}

const delegating = (...list: unknown[]) => send({ to: recipient, authorizationList: list })

const gasWord = (gas: bigint): Hex => `0x${gas.toString(16).padStart(32, '0')}`
const defaultLimits = concat([gasWord(500_000n), gasWord(500_000n)])

type OperationParts = {
  at?: Hex
  sender?: Hex
  nonceKey?: bigint
  initCode?: Hex
  paymasterAndData?: Hex
  limits?: Hex
}

/** An operation in the form of EntryPoint 0.8, signed by `owner`. */
const operation = async (
  callData: Hex,
  {
    at = entryPoint,
    sender = owner.address,
    nonceKey = 0n,
    initCode = '0x',
    paymasterAndData = '0x',
    limits = defaultLimits,
  }: OperationParts = {},
) => {
  const nonce = (await client().readContract({
    ...{ address: at, abi: entryPointCode.abi, functionName: 'getNonce' },
    args: [sender, nonceKey],
  })) as bigint
  const fees: Hex = `0x${1n.toString(16).padStart(32, '0')}${2_000_000_000n.toString(16).padStart(32, '0')}`
  const unsigned = {
    ...{ sender, nonce, initCode, callData, accountGasLimits: limits },
    ...{ preVerificationGas: 50_000n, gasFees: fees, paymasterAndData, signature: '0x' as Hex },
  }
  const hash = (await client().readContract({
    ...{ address: at, abi: entryPointCode.abi, functionName: 'getUserOpHash' },
    args: [unsigned],
  })) as Hex
  return { hash, packed: { ...unsigned, signature: await owner.sign({ hash }) } }
}

const bundle = (operations: readonly unknown[], to = entryPoint as Hex) =>
  send({
    to,
    data: encodeFunctionData({ abi: entryPointCode.abi, functionName: 'handleOps', args: [operations, bundler] }),
  })

const delegateOwner = async (): Promise<void> => {
  const nonce = Number(await rpc('eth_getTransactionCount', owner.address, 'latest'))
  if ((await rpc('eth_getCode', owner.address, 'latest')) === '0x')
    await delegating(await authorization(owner, delegate, { nonce }))
}

const execute = (to: Hex, value: bigint): Hex =>
  encodeFunctionData({ abi: accountCode.abi, functionName: 'execute', args: [to, value, '0x'] })

beforeAll(async () => {
  anvil = await startAnvil(['--hardfork', 'prague'])
  const [first] = (await anvil.rpc('eth_accounts')) as Hex[]
  if (!first) throw new Error('anvil has no account')
  bundler = first
  const deployed = await send({ data: entryPointCode.bytecode, gas: '0x1c9c380' })
  ownEntryPoint = deployed.contractAddress
  await rpc('anvil_setCode', entryPoint, await rpc('eth_getCode', deployed.contractAddress, 'latest'))
  delegate = (await send({ data: accountCode.bytecode })).contractAddress
  const sweeperCode = compileAll({}, sweeperSource).get('Sweeper')?.evm.bytecode.object
  sweeper = (await send({ data: `0x${sweeperCode}` })).contractAddress
  await rpc('anvil_setBalance', owner.address, hexOf(10n ** 18n))
})
afterAll(async () => {
  await anvil?.stop()
})

describe.each(dialects)('smart accounts on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('an authorization has the account that signed it, and whether it is in force after the block', async () => {
    const [other, idle] = [newAccount(), newAccount()]
    const { hash } = await delegating(
      await authorization(other, delegate, { nonce: 0 }),
      await authorization(idle, delegate, { nonce: 900 }),
      await authorization(idle, delegate, { chainId: 1, nonce: 0 }),
      { ...(await authorization(idle, delegate, { nonce: 0 })), s: `0x${'f'.repeat(64)}` },
    )
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const sent = await explorer.evmSentTransaction({ transaction_hash: hash })
    expect(sent).toMatchObject({ type: 4, blobs: null, l1_fee: null, access_list: [] })
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', [hash])) as {
      gasUsed: string
      effectiveGasPrice: string
    }
    const mined = (await anvil.rpc('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
    const burnt = BigInt(receipt.gasUsed) * BigInt(mined.baseFeePerGas)
    expect(sent.burnt_fee).toBe(String(burnt))
    expect(sent.priority_fee).toBe(String(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) - burnt))
    const byIdle = idle.address.toLowerCase()
    expect(
      sent.authorizations.map(({ authority, delegate: to, nonce: signed, is_in_force }) => [
        authority,
        to,
        signed,
        is_in_force,
      ]),
    ).toEqual([
      [other.address.toLowerCase(), delegate, '0', true],
      [byIdle, delegate, '900', false],
      [byIdle, delegate, '0', false],
      [null, delegate, '0', null],
    ])
    // On anvil the index calls itself `eth`: chain 1 is its own, and anvil's id another one.
    expect(sent.authorizations.map(({ is_for_chain }) => is_for_chain)).toEqual([false, false, true, false])
    const removed = await delegating(await authorization(other, zeroAddress, { nonce: 1 }))
    const again = await indexAnvil(await createStore(), anvil)
    const { authorizations } = await again.explorer.evmSentTransaction({ transaction_hash: removed.hash })
    expect(authorizations).toMatchObject([
      { authority: other.address.toLowerCase(), delegate: null, is_in_force: true },
    ])
  })

  test('an account that sends on what it receives is known by a simulated payment', async () => {
    const [swept, kept] = [newAccount(), newAccount()]
    const { hash } = await delegating(
      await authorization(swept, sweeper, { nonce: 0 }),
      await authorization(kept, delegate, { nonce: 0 }),
    )
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const { authorizations } = await explorer.evmSentTransaction({ transaction_hash: hash })
    expect(authorizations.map(({ forwards_to }) => forwards_to)).toEqual([thief, null])
    const address = swept.address.toLowerCase()
    expect(await explorer.evmAddress({ address })).toMatchObject({ delegate: sweeper, forwards_to: thief })
    expect(await explorer.evmAddress({ address: kept.address.toLowerCase() })).toMatchObject({ forwards_to: null })
    // Nothing was sent: the account has its balance, and the receiver none.
    expect(await rpc('eth_getBalance', thief, 'latest')).toBe('0x0')
  })

  test('the operations of a bundle have their call, result and payer', async () => {
    await delegateOwner()
    const good = await operation(execute(recipient, 5n))
    // More than the account holds: its call reverts, and the bundler is paid all the same.
    const bad = await operation(execute(recipient, 10n ** 24n), { nonceKey: 7n })
    const { hash } = await bundle([good.packed, bad.packed])
    const labels = [{ chain: undefined, address: bundler, text: 'The bundler' }]
    const { explorer } = await indexAnvil(await createStore(), anvil, { known: createKnownAddresses({ labels }) })
    const operations = await explorer.evmUserOperations({ transaction_hash: hash })
    expect(operations).toMatchObject({ bundler, bundler_label: 'The bundler', total: 2 })
    expect(operations.result).toMatchObject([
      {
        ...{ user_operation_hash: good.hash, entry_point: entryPoint, entry_point_version: '0.8', success: true },
        ...{ sender: owner.address.toLowerCase(), paymaster: null, factory: null, reason: null },
        ...{ nonce: String(good.packed.nonce), selector: good.packed.callData.slice(0, 10) },
      },
      { user_operation_hash: bad.hash, success: false, nonce: String(bad.packed.nonce) },
    ])
    const deposits = operations.result.map(({ gas_cost }) => BigInt(gas_cost))
    expect(deposits.every((cost) => cost > 0n)).toBe(true)
  })

  test('operations are listed for the account, the paymaster and the factory', async () => {
    await delegateOwner()
    const contract = compileSolidity('tests/evm/contract/contracts')('Paymaster.sol', 'Paymaster')
    const deploy = async ({ abi, bytecode }: Artifact, args: readonly unknown[], value = 0n): Promise<Hex> => {
      const data = encodeDeployData({ abi, bytecode, args: [...args] })
      return (await send({ data, value: hexOf(value), gas: '0x1c9c380' })).contractAddress.toLowerCase() as Hex
    }
    const paymaster = await deploy({ abi: contract.abi, bytecode: contract.code }, [entryPoint], 10n ** 18n)
    const paid = await operation(execute(recipient, 1n), {
      paymasterAndData: concat([paymaster, gasWord(200_000n), gasWord(0n)]),
    })
    const own = await operation(execute(recipient, 2n), { nonceKey: 9n })
    const bundled = await bundle([paid.packed, own.packed])

    const factory = await deploy(factoryCode, [ownEntryPoint])
    const create = { ...{ abi: factoryCode.abi, functionName: 'createAccount' }, args: [owner.address, 3n] }
    const sender = (await client().readContract({
      ...{ address: factory, abi: factoryCode.abi, functionName: 'getAddress' },
      args: [owner.address, 3n],
    })) as Hex
    const initCode = concat([factory, encodeFunctionData(create)])
    await rpc('anvil_setBalance', sender, hexOf(10n ** 18n))
    const limits: Hex = concat([gasWord(3_000_000n), gasWord(500_000n)])
    const created = await operation('0x', { at: ownEntryPoint, sender, initCode, limits })
    const creation = await bundle([created.packed], ownEntryPoint)

    const { explorer } = await indexAnvil(await createStore(), anvil)
    const list = async (address: string, role?: string, more = {}) => {
      const raw = { address: address.toLowerCase(), role, chain: 'eth', ...more }
      return await explorer.evmAddressUserOperations(parseInput(evmExplorerApi.evmAddressUserOperations, raw))
    }
    const byPaymaster = await list(paymaster, 'paymaster')
    expect(byPaymaster).toMatchObject({ role: 'paymaster', cursor: null })
    expect(byPaymaster.result).toMatchObject([
      {
        ...{ user_operation_hash: paid.hash, transaction_hash: bundled.hash, sender: owner.address.toLowerCase() },
        ...{ paymaster, factory: null, success: true, entry_point_version: '0.8' },
      },
    ])
    expect((await list(owner.address)).result.slice(0, 2)).toMatchObject([
      { user_operation_hash: own.hash, paymaster: null },
      { user_operation_hash: paid.hash, paymaster },
    ])
    for (const blocks of ['all', 'indexed']) {
      const { result } = await list(factory, 'factory', { blocks })
      expect(result).toMatchObject([
        {
          ...{ user_operation_hash: created.hash, transaction_hash: creation.hash, sender: sender.toLowerCase() },
          ...{ factory, success: null, gas_cost: null, entry_point: ownEntryPoint, entry_point_version: null },
        },
      ])
    }
    expect((await list(paymaster, 'factory')).result).toEqual([])
    expect((await list(factory, 'paymaster')).result).toEqual([])

    const roleOf = async (address: string) =>
      (await explorer.evmAddress({ address: address.toLowerCase() })).user_operation_role
    expect(await Promise.all([owner.address, paymaster, factory, bundler].map(roleOf))).toEqual([
      'account',
      'paymaster',
      'factory',
      null,
    ])

    const first = await list(owner.address, 'account', { limit: 1 })
    expect(first.cursor).not.toBeNull()
    const second = await list(owner.address, 'account', { limit: 1, cursor: first.cursor })
    expect([...first.result, ...second.result].map(({ user_operation_hash }) => user_operation_hash)).toEqual([
      own.hash,
      paid.hash,
    ])
  })

  test('a log of another contract does not count as that of an EntryPoint', async () => {
    const topic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
    // LOG4 with this topic, two accounts as further ones, and four words of zeros.
    const account = owner.address.slice(2).padStart(64, '0')
    const emits = `60806000600037${'7f'}${zeroHash.slice(2)}${'7f'}${account}${'7f'}${account}7f${topic.slice(2)}60806000a4`
    const code = `0x${emits}` as Hex
    await rpc('anvil_setCode', recipient, code)
    const { hash } = await send({ to: recipient })
    await rpc('anvil_setCode', recipient, '0x')
    const { explorer } = await indexAnvil(await createStore(), anvil)
    const { result } = await explorer.evmUserOperations({ transaction_hash: hash })
    expect(result).toMatchObject([{ entry_point: recipient, entry_point_version: null, success: false, call: null }])
  })

  test('the L1 fee of a rollup is that of its receipt', async () => {
    const { hash } = await send({ to: recipient })
    const inner = anvil.transport()
    const withFields = (fields: Record<string, string>): Anvil => ({
      ...anvil,
      transport: (): RpcTransport => ({
        name: 'rollup',
        send: async (calls, signal) => {
          const answers = await inner.send(calls, signal)
          return answers.map((answer, index) =>
            calls[index]?.method === 'eth_getTransactionReceipt' && 'result' in answer
              ? { ...answer, result: { ...(answer.result as object), ...fields } }
              : answer,
          )
        },
      }),
    })
    const feeWith = async (fields: Record<string, string>) => {
      const { explorer } = await indexAnvil(await createStore(), withFields(fields))
      return await explorer.evmSentTransaction({ transaction_hash: hash })
    }
    const op = await feeWith({ l1Fee: '0x64', l1GasUsed: '0x640', l1GasPrice: '0x7', l1BlobBaseFee: '0x1' })
    expect(op.l1_fee).toEqual({ fee: '100', is_in_gas: false, gas_used: '1600', gas_price: '7', blob_gas_price: '1' })
    const arbitrum = await feeWith({ gasUsedForL1: '0xa' })
    const { gas_price } = await (await indexAnvil(await createStore(), anvil)).evm.transaction({
      transaction_hash: hash,
    })
    expect(arbitrum.l1_fee).toMatchObject({ fee: String(10n * BigInt(gas_price)), is_in_gas: true, gas_used: '10' })
  })
})
