import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

type Hex = `0x${string}`

export type ValueChain = {
  anvil: Anvil
  sender: Hex
  /** Sends what it receives on to the address in its calldata. */
  forwarder: Hex
  /** The same, and then undoes everything. */
  reverter: Hex
  /** Creates an empty contract with what it receives. */
  creator: Hex
  /** Destroys itself in favour of the address in its calldata. */
  destroyer: Hex
  /** Sends one transaction without mining it; its hash. */
  submit(to: Hex, options?: { data?: Hex; value?: bigint }): Promise<Hex>
  /** Mines what was submitted into one block; its number. */
  mine(): Promise<number>
  stop(): Promise<void>
}

export const wordOf = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** PUSH the four empty bounds, CALLVALUE, CALLDATALOAD(0), GAS, CALL. */
const forward = '6000600060006000346000355af1'

/** A real node with contracts that move the native coin, written in EVM code. */
export const startValueChain = async (): Promise<ValueChain> => {
  const anvil = await startAnvil(['--no-mining', '--order', 'fifo', '--steps-tracing'])
  const accounts = await anvil.rpc('eth_accounts')
  const sender = hexOf(Array.isArray(accounts) ? accounts[0] : undefined)
  const submit = async (to: Hex | undefined, { data = '0x', value = 0n }: { data?: Hex; value?: bigint } = {}) => {
    const call = { from: sender, to, data, value: `0x${value.toString(16)}`, gas: '0x7a120' }
    return hexOf(await anvil.rpc('eth_sendTransaction', [call]))
  }
  const mine = async () => {
    await anvil.rpc('evm_mine')
    return Number(await anvil.rpc('eth_blockNumber'))
  }
  const deploy = async (code: string): Promise<Hex> => {
    const length = (code.length / 2).toString(16).padStart(4, '0')
    const hash = await submit(undefined, { data: `0x61${length}600e60003961${length}6000f3${code}` })
    await mine()
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
    return hexOf(receipt && typeof receipt === 'object' && 'contractAddress' in receipt && receipt.contractAddress)
  }
  return {
    anvil,
    sender,
    forwarder: await deploy(`${forward}00`),
    reverter: await deploy(`${forward}60006000fd`),
    creator: await deploy('6000600034f000'),
    destroyer: await deploy('600035ff'),
    submit,
    mine,
    stop: anvil.stop,
  }
}

const hexOf = (raw: unknown): Hex => {
  if (typeof raw !== 'string' || !raw.startsWith('0x')) throw new Error('not hex')
  return `0x${raw.slice(2)}`
}
