import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

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

/** A real node with a token, and a vault behind a proxy that takes it. */
export const startInsideChain = async (): Promise<InsideChain> => {
  const contract = compileSolidity('tests/evm/replay/contracts')
  const anvil = await startAnvil(['--no-mining', '--order', 'fifo', '--steps-tracing'])
  const accounts = await anvil.rpc('eth_accounts')
  const sender = hexOf(Array.isArray(accounts) ? accounts[0] : undefined)
  const send = async (to: Hex | undefined, data: Hex, value = 0n): Promise<Hex> => {
    const call = { from: sender, to, data, value: `0x${value.toString(16)}`, gas: '0x1e8480' }
    const hash = hexOf(await anvil.rpc('eth_sendTransaction', [call]))
    await anvil.rpc('evm_mine')
    return hash
  }
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, code } = contract('Inside.sol', name)
    const hash = await send(undefined, encodeDeployData({ abi, bytecode: code, args }))
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
    const address = receipt && typeof receipt === 'object' && 'contractAddress' in receipt && receipt.contractAddress
    return { address: hexOf(address), abi }
  }
  const token = await deploy('Token')
  const vault = await deploy('Vault')
  const proxy = await deploy('Proxy', [vault.address])
  const call: InsideChain['call'] = (to, abi, functionName, args, value) =>
    send(to, encodeFunctionData({ abi, functionName, args }), value)
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

const hexOf = (raw: unknown): Hex => {
  if (typeof raw !== 'string' || !raw.startsWith('0x')) throw new Error('not hex')
  return `0x${raw.slice(2)}`
}
