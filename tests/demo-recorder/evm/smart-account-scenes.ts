import entryPointJson from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' }
import { type Abi, type Address, concat, encodeFunctionData, type Hex, numberToHex, parseEther, parseGwei } from 'viem'
import { z } from 'zod'
import { role } from '#lib/demo/cast.ts'
import type { Stage } from './stage.ts'

/** The mainnet EntryPoint 0.8: the published bytecode, deployed with the published salt, has the same address everywhere. */
const entryPoint: Address = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const entryPointSalt: Hex = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
/** anvil's genesis contains it. */
export const create2Deployer: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** Delegates its wallet; its operations are bundled by the other and paid by the studio's paymaster. */
const member = 16
const bundler = 21
const gifted = 19

const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const entryPointAbi = entryPointJson.abi as Abi
const entryPointCall = (functionName: string, args: unknown[]) =>
  encodeFunctionData({ abi: entryPointAbi, functionName, args })

/**
 * The last evening of the story: smart accounts arrive at the harbor.
 */
export async function playSmartAccounts(stage: Stage, block: (play: () => Promise<unknown>) => Promise<void>) {
  await block(() =>
    stage.send(role.studio, {
      to: create2Deployer,
      data: concat([entryPointSalt, hex.parse(entryPointJson.bytecode)]),
      gas: 6_500_000n,
    }),
  )
  stage.register('EntryPoint', entryPoint, entryPointAbi)
  await block(async () => {
    await stage.deploy(role.studio, 'HarborAccount', [])
    await stage.deploy(role.studio, 'HarborPaymaster', [entryPoint])
  })
  const paymaster = stage.contract('HarborPaymaster').address
  const deposit = entryPointCall('depositTo', [paymaster])
  await block(() => stage.send(role.studio, { to: entryPoint, data: deposit, value: parseEther('2'), gas: 80_000n }))
  await block(() => keepInOneTransaction(stage))
  await block(() => bundleOperations(stage, paymaster))
}

/** A wallet that delegates to the account's code and approves and deposits at once, by a transaction to itself. */
async function keepInOneTransaction(stage: Stage) {
  const amount = parseEther('25')
  const vault = stage.contract('HarborVault')
  const coin = stage.contract('HarborCoin')
  const approve = encodeFunctionData({ abi: coin.abi, functionName: 'approve', args: [vault.address, amount] })
  const keep = encodeFunctionData({ abi: vault.abi, functionName: 'keep', args: [amount] })
  const data = batch(stage, [
    { target: coin.address, data: approve },
    { target: vault.address, data: keep },
  ])
  await stage.delegate(member, stage.contract('HarborAccount').address, { data, gas: 320_000n })
}

const batch = (stage: Stage, calls: readonly { target: Address; data: Hex; value?: bigint }[]): Hex =>
  encodeFunctionData({
    abi: stage.contract('HarborAccount').abi,
    functionName: 'executeBatch',
    args: [calls.map((call) => ({ value: 0n, ...call }))],
  })

/** Two operations of one account in one bundle: the second asks the vault for too much and reverts. */
async function bundleOperations(stage: Stage, paymaster: Address) {
  const vault = stage.contract('HarborVault')
  const coin = stage.contract('HarborCoin')
  const take = (amount: bigint): Hex =>
    encodeFunctionData({ abi: vault.abi, functionName: 'take', args: [parseEther(String(amount))] })
  const gift = encodeFunctionData({
    abi: coin.abi,
    functionName: 'transfer',
    args: [stage.address(gifted), parseEther('10')],
  })
  const operations = [
    await operation(stage, paymaster, {
      key: 0n,
      callData: batch(stage, [
        { target: vault.address, data: take(10n) },
        { target: coin.address, data: gift },
      ]),
    }),
    await operation(stage, paymaster, {
      key: 1n,
      callData: batch(stage, [{ target: vault.address, data: take(900n) }]),
    }),
  ]
  const data = entryPointCall('handleOps', [operations, stage.address(bundler)])
  await stage.send(bundler, { to: entryPoint, data, gas: 1_400_000n })
}

const pair = (high: bigint, low: bigint): Hex =>
  concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

async function operation(stage: Stage, paymaster: Address, { key, callData }: { key: bigint; callData: Hex }) {
  const sender = stage.address(member)
  const unsigned = {
    ...{ sender, initCode: '0x', callData },
    nonce: BigInt(await stage.read(entryPoint, entryPointCall('getNonce', [sender, key]))),
    accountGasLimits: pair(120_000n, 220_000n),
    preVerificationGas: 52_000n,
    gasFees: pair(parseGwei('1'), parseGwei('120')),
    paymasterAndData: concat([paymaster, pair(60_000n, 40_000n)]),
    signature: '0x',
  } as const
  const hash = await stage.read(entryPoint, entryPointCall('getUserOpHash', [unsigned]))
  return { ...unsigned, signature: await stage.signHash(member, hash) }
}
