import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import * as z from 'zod'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

const hex = z.string().transform((text): Hex => `0x${text.replace(/^0x/, '')}`)
const receipt = z.object({
  status: z.literal('0x1'),
  contractAddress: hex.nullable(),
  logs: z.array(z.object({ topics: z.array(hex) })),
})

export type InspectedContracts = Awaited<ReturnType<typeof startInspectedContracts>>

/** A real node with contracts of contracts/Inspected.sol. Every transaction is a block of its own. */
export const startInspectedContracts = async (args: readonly string[] = []) => {
  const find = compileSolidity(join(import.meta.dirname, 'contracts'))
  const anvil: Anvil = await startAnvil(['--no-mining', '--order', 'fifo', ...args])
  const accounts = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  const [deployer] = accounts
  if (!deployer) throw new Error('anvil has no accounts')
  const send = async (transaction: { to?: Hex; data: Hex }) => {
    const hash = hex.parse(
      await anvil.rpc('eth_sendTransaction', [{ from: deployer, gas: '0x1000000', ...transaction }]),
    )
    await anvil.rpc('evm_mine')
    return { hash, receipt: receipt.parse(await anvil.rpc('eth_getTransactionReceipt', [hash])) }
  }
  const abiOf = (name: string): Abi => find('Inspected.sol', name).abi
  const deploy = async (name: string, args: readonly unknown[] = []): Promise<Hex> => {
    const { abi, code } = find('Inspected.sol', name)
    const { receipt } = await send({ data: encodeDeployData({ abi, bytecode: code, args: [...args] }) })
    return hex.parse(receipt.contractAddress)
  }
  const call = async (name: string, to: Hex, functionName: string, args: readonly unknown[] = []) =>
    await send({ to, data: encodeFunctionData({ abi: abiOf(name), functionName, args: [...args] }) })
  return { anvil, deployer, accounts, abiOf, deploy, call }
}

/** The address that an event of the factory names. */
export const madeBy = (logs: readonly { topics: readonly Hex[] }[]): Hex => `0x${(logs[0]?.topics[1] ?? '').slice(26)}`
