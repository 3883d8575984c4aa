import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import * as z from 'zod'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

const hex = z.templateLiteral(['0x', z.string()])
const receipt = z.object({ transactionHash: hex, contractAddress: hex.nullable() })
type Receipt = z.output<typeof receipt>

export type InsideChain = {
  anvil: Anvil
  sender: Hex
  token: Hex
  /** The implementation of `proxy`. */
  vault: Hex
  proxy: Hex
  abis: { token: Abi; vault: Abi }
  /** Sends a call and mines it; its hash. */
  call(to: Hex, abi: Abi, name: string, args: readonly unknown[], value?: bigint): Promise<Hex>
  stop(): Promise<void>
}

/** A real node of its own with these contracts. */
export const startInsideChain = async (): Promise<InsideChain> => {
  const anvil = await startAnvil(['--steps-tracing'])
  const [sender] = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  if (sender === undefined) throw new Error('the node has no accounts')
  return await deployInside(anvil, sender)
}

/** A token, and a vault behind a proxy that takes it. The node keeps the steps of transactions. */
export const deployInside = async (anvil: Anvil, sender: Hex): Promise<InsideChain> => {
  const contract = compileSolidity('tests/evm/trace/replay/contracts')
  const send = async (to: Hex | undefined, data: Hex, value = 0n): Promise<Receipt> => {
    const call = { from: sender, to, data, value: `0x${value.toString(16)}`, gas: '0x1e8480' }
    return receipt.parse(await anvil.rpc('eth_sendTransactionSync', [call]))
  }
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, code } = contract('Inside.sol', name)
    const { contractAddress } = await send(undefined, encodeDeployData({ abi, bytecode: code, args }))
    return { address: hex.parse(contractAddress), abi }
  }
  const token = await deploy('Token')
  const vault = await deploy('Vault')
  const proxy = await deploy('Proxy', [vault.address])
  const call: InsideChain['call'] = async (to, abi, functionName, args, value) =>
    (await send(to, encodeFunctionData({ abi, functionName, args }), value)).transactionHash
  await call(token.address, token.abi, 'approve', [proxy.address, 700n])
  return {
    anvil,
    sender,
    token: token.address,
    vault: vault.address,
    proxy: proxy.address,
    abis: { token: token.abi, vault: vault.abi },
    call,
    stop: anvil.stop,
  }
}

/** The same, and a transaction that deposits 100 tokens and 8 wei of the native coin through the proxy. */
export const startWithDeposit = async (): Promise<{ chain: InsideChain; deposit: Hex }> => {
  const chain = await startInsideChain()
  const deposit = await chain.call(chain.proxy, chain.abis.vault, 'deposit', [chain.token, 100n], 8n)
  return { chain, deposit }
}
