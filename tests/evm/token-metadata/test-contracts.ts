import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { z } from 'zod'
import { multicallAddress } from '#lib/evm/chain/rpc/state/multicall.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

const hex = z.string().transform((text): Hex => `0x${text.replace(/^0x/, '')}`)

/** What a contract of the tests gives for a call. */
export type Given = Hex | 'undo' | 'burn' | { textBytes: number }

type CoinName = 'GivenCoin' | 'GivenNft' | 'HostileCoin'

export type TestContracts = {
  anvil: Anvil
  /** Contracts of OpenZeppelin. */
  honest: { coin: Hex; lantern: Hex; stamps: Hex }
  /** A contract that gives these answers, by call data, and `otherwise` for all other calls. */
  deploy(answers: Readonly<Record<Hex, Given>>, otherwise: Given): Promise<Hex>
  /** A coin of contracts/Coins.sol. */
  deployCoin(name: CoinName, args: readonly unknown[]): Promise<Hex>
  /** Calls a function of such a coin in a transaction. */
  sendTo(name: CoinName, coin: Hex, functionName: string, args: readonly unknown[]): Promise<void>
  /** Puts `aggregate3` where Multicall3 is on public chains. */
  addMulticall(): Promise<void>
}

/** A real node with contracts that answer well or badly. */
export const startTestContracts = async (): Promise<TestContracts> => {
  const find = compileSolidity(join(import.meta.dirname, 'contracts'))
  const anvil = await startAnvil(['--no-mining'])
  const [from] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  const create = async (data: Hex): Promise<Hex> => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, data, gas: '0x1000000' }])
    await anvil.rpc('evm_mine')
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
    return z.object({ contractAddress: hex }).parse(receipt).contractAddress
  }
  const answers = find('Answers.sol', 'Answers')
  const honest = (name: string) => create(find('Honest.sol', name).code)
  return {
    anvil,
    honest: { coin: await honest('Coin'), lantern: await honest('Lantern'), stamps: await honest('Stamps') },
    deploy: (given, otherwise) => {
      const args = [Object.keys(given), Object.values(given).map(answer), answer(otherwise)]
      return create(encodeDeployData({ abi: answers.abi, bytecode: answers.code, args }))
    },
    deployCoin: (name, args) => {
      const { abi, code } = find('Coins.sol', name)
      return create(encodeDeployData({ abi, bytecode: code, args: [...args] }))
    },
    sendTo: async (name, to, functionName, args) => {
      const { abi } = find('Coins.sol', name)
      const data = encodeFunctionData({ abi, functionName, args: [...args] })
      const hash = await anvil.rpc('eth_sendTransaction', [{ from, to, data, gas: '0x200000' }])
      await anvil.rpc('evm_mine')
      z.object({ status: z.literal('0x1') }).parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    },
    addMulticall: async () => {
      await anvil.rpc('anvil_setCode', [multicallAddress, find('Aggregator.sol', 'Aggregator').runtimeCode])
    },
  }
}

const answer = (given: Given) => {
  if (given === 'undo') return { manner: 2, data: '0x', length: 0n }
  if (given === 'burn') return { manner: 3, data: '0x', length: 0n }
  if (typeof given === 'object') return { manner: 4, data: '0x', length: BigInt(given.textBytes) }
  return { manner: 1, data: given, length: 0n }
}
