import type { Hex } from '#lib/base/hex.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

/** keccak256("Transfer(address,address,uint256)") */
export const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type SmallChain = {
  anvil: Anvil
  /** Logs `Transfer(caller, caller, first word of calldata)`. */
  emitter: Hex
  /** Calls the emitter, calls it again where it may not log, and creates an empty contract. */
  caller: Hex
  /** The same as `caller`, and then undoes everything. */
  undoer: Hex
  /** Mines one block with that many logged transfers. */
  mineTransfers(count: number): Promise<void>
  /** Sends and mines one transaction; its hash. */
  send(to: Hex, data?: Hex): Promise<Hex>
  /** Mines that many empty blocks. */
  mineEmpty(count: number): Promise<void>
  stop(): Promise<void>
}

const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** A real node with three small contracts, written in EVM code: CALLDATALOAD(0), CALLER, CALLER, topic → LOG4. */
export async function startSmallChain(): Promise<SmallChain> {
  const anvil = await startAnvil(['--no-mining', '--order', 'fifo'])
  const accounts = await anvil.rpc('eth_accounts')
  const from = Array.isArray(accounts) ? String(accounts[0]) : ''
  const mine = () => anvil.rpc('evm_mine')
  const submit = async (to: Hex | undefined, data: Hex): Promise<Hex> => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, to, data, gas: '0x7a120' }])
    return `0x${String(hash).slice(2)}`
  }
  const deploy = async (code: string): Promise<Hex> => {
    const hash = await submit(undefined, `0x${initCode(code)}`)
    await mine()
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
    const address =
      receipt && typeof receipt === 'object' && 'contractAddress' in receipt ? receipt.contractAddress : ''
    return `0x${String(address).slice(2)}`
  }
  const emitter = await deploy(`6000353333${`7f${transferTopic.slice(2)}`}60006000a400`)
  const target = `73${emitter.slice(2)}`
  const call = `60006000600060006000${target}61ffff${'f1'}50`
  const staticCall = `6000600060006000${target}61fffffa50`
  const create = '600060006000f050'
  const caller = await deploy(`${call}${staticCall}${create}00`)
  const undoer = await deploy(`${call}${staticCall}${create}60006000fd`)
  return {
    anvil,
    emitter,
    caller,
    undoer,
    mineTransfers: async (count) => {
      for (let index = 0; index < count; index++) await submit(emitter, word(index))
      await mine()
    },
    send: async (to, data = '0x') => {
      const hash = await submit(to, data)
      await mine()
      return hash
    },
    mineEmpty: async (count) => {
      await anvil.rpc('anvil_mine', [`0x${count.toString(16)}`])
    },
    stop: anvil.stop,
  }
}

/** Code that returns the given code: PUSH2 length, PUSH1 14, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, RETURN. */
function initCode(code: string): string {
  const length = (code.length / 2).toString(16).padStart(4, '0')
  return `61${length}600e60003961${length}6000f3${code}`
}
