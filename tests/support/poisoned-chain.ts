import { encodeFunctionData, parseAbi } from 'viem'
import { z } from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { compileBenchContracts } from '#tests/bench/support/compile-bench-contracts.ts'
import type { Anvil } from './anvil.ts'

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const mined = z.object({ contractAddress: z.string().nullable() })

/** An address with the same four digits at both ends, and no other digit at the same place. */
const lookAlikeOf = (address: string): Hex => {
  const others = [...address.slice(6, -4)].map((digit) => (Number.parseInt(digit, 16) ^ 8).toString(16))
  return `0x${address.slice(2, 6)}${others.join('')}${address.slice(-4)}`
}

export type PoisonedChain = {
  /** Paid `friend` twice in the coin and once natively. */
  wallet: string
  friend: string
  /** Looks like `friend`. Received two forged zero-value transfers from `wallet`, and sent it zero value and dust. */
  forger: string
  /** Received one zero-value transfer from the wallet, and looks like no other address. */
  bystander: string
  /** Received dust from a look-alike of itself. */
  imitated: string
  twin: string
  coin: string
}

/** Creates the history of a poisoned wallet: payments, with rows written by others in between. */
export const poisonChain = async (anvil: Anvil, newAccount: () => Hex): Promise<PoisonedChain> => {
  const [wallet, friend, poisoner] = [newAccount(), newAccount(), newAccount()]
  const [imitated, bystander] = [newAccount(), newAccount()]
  const send = async (from: string, fields: object): Promise<z.output<typeof mined>> =>
    mined.parse(await anvil.rpc('eth_sendTransactionSync', [{ from, gas: '0x4c4b40', ...fields }]))
  const { contractAddress } = await send(poisoner, { data: compileBenchContracts().BenchCoin })
  const coin = z.string().parse(contractAddress)
  const pay = (amount: bigint) =>
    send(wallet, { to: coin, data: encodeFunctionData({ abi, functionName: 'transfer', args: [friend, amount] }) })
  const poison = (to: Hex) =>
    send(poisoner, {
      to: coin,
      data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [wallet, to, 0n] }),
    })
  const sendFrom = async (from: Hex, to: Hex, wei: string) => {
    await anvil.rpc('anvil_impersonateAccount', [from])
    await anvil.rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
    await send(from, { to, value: wei, gas: '0x5208' })
  }

  const forger = lookAlikeOf(friend)
  await send(poisoner, {
    to: coin,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [wallet, 10n ** 21n] }),
  })
  await pay(5n * 10n ** 18n)
  await poison(forger)
  await poison(bystander)
  await poison(forger)
  await pay(7n * 10n ** 18n)
  await send(wallet, { to: friend, value: '0xde0b6b3a7640000' })
  await sendFrom(forger, wallet, '0x0')
  await sendFrom(forger, wallet, '0x64')
  const twin = lookAlikeOf(imitated)
  await sendFrom(twin, imitated, '0x64')
  return { wallet, friend, forger, bystander, imitated, twin, coin }
}
