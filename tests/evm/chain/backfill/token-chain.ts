import { encodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

/** Emit what they are told to, as real tokens would: the index reads events, and keeps no account of who may send what. */
const source = `
pragma solidity ^0.8.24;
contract Coins {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  function move(address from, address to, uint256 value) external { emit Transfer(from, to, value); }
  function approve(address owner, address spender, uint256 value) external { emit Approval(owner, spender, value); }
}
contract Pictures {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  function move(address from, address to, uint256 id) external { emit Transfer(from, to, id); }
  function mintMany(uint256 first, uint256 count) external {
    for (uint256 id = first; id < first + count; id++) emit Transfer(address(0), address(uint160(id % 977 + 1)), id);
  }
}
contract Stamps {
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
  function move(address from, address to, uint256 id, uint256 value) external {
    emit TransferSingle(msg.sender, from, to, id, value);
  }
  function moveMany(address from, address to, uint256[] calldata ids, uint256[] calldata values) external {
    emit TransferBatch(msg.sender, from, to, ids, values);
  }
}`

const abi = parseAbi([
  'function move(address from, address to, uint256 value)',
  'function approve(address owner, address spender, uint256 value)',
  'function mintMany(uint256 first, uint256 count)',
])
const stampsAbi = parseAbi([
  'function move(address from, address to, uint256 id, uint256 value)',
  'function moveMany(address from, address to, uint256[] ids, uint256[] values)',
])

const compiled = z.object({
  contracts: z.object({
    'tokens.sol': z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  }),
})

export type TokenChain = {
  anvil: Anvil
  coins: Hex
  pictures: Hex
  stamps: Hex
  /** One block with random events of all three, and a plain transfer of value. */
  mineEvents(random: () => number): Promise<void>
  /** One block with so many images minted, `perTransaction` in each transaction. */
  mintPictures(first: number, count: number, perTransaction: number): Promise<void>
  mineEmpty(count: number): Promise<void>
  latest(): Promise<number>
  stop(): Promise<void>
}

/** A real node with an ERC20, an ERC721 and an ERC1155, deployed 20 blocks apart; blocks are final two blocks later. */
export const startTokenChain = async (args: readonly string[] = []): Promise<TokenChain> => {
  const anvil = await startAnvil([
    ...['--no-mining', '--order', 'fifo', '--slots-in-an-epoch', '1'],
    ...['--gas-limit', '3000000000'],
    ...args,
  ])
  const node = anvil.transport({ timeoutMs: 120_000 })
  const accounts = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  const [from = ''] = accounts
  const transaction = (to: Hex | undefined, data: Hex, gas = 200_000) => ({
    method: 'eth_sendTransaction',
    params: [{ from, to, data, gas: `0x${gas.toString(16)}` }],
  })
  const mine = async (...transactions: ReturnType<typeof transaction>[]): Promise<void> => {
    const answers = await node.send([...transactions, { method: 'evm_mine', params: [] }])
    for (const answer of answers) if ('error' in answer) throw new Error(answer.error.message)
  }
  const mineEmpty = async (count: number): Promise<void> => {
    await anvil.rpc('anvil_mine', [`0x${count.toString(16)}`])
  }
  const latest = async () => Number(await anvil.rpc('eth_blockNumber'))

  const codes = compileTokens()
  const deploy = async (name: string): Promise<Hex> => {
    await mineEmpty(20)
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, data: codes.get(name), gas: '0x1e8480' }])
    await mine()
    const receipt = z
      .object({ contractAddress: z.string() })
      .parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    return `0x${receipt.contractAddress.slice(2).toLowerCase()}`
  }
  const coins = await deploy('Coins')
  const pictures = await deploy('Pictures')
  const stamps = await deploy('Stamps')

  const mineEvents = async (random: () => number): Promise<void> => {
    const below = (bound: number) => Math.floor(random() * bound)
    const wallet = (): Hex => `0x${below(6).toString(16).padStart(40, '0')}`
    const call = (functionName: 'move' | 'approve', value: number): Hex =>
      encodeFunctionData({ abi, functionName, args: [wallet(), wallet(), BigInt(value)] })
    const one = () => {
      const kind = below(5)
      if (kind === 0) return transaction(coins, call('move', below(1_000)))
      if (kind === 1) return transaction(coins, call('approve', below(1_000)))
      if (kind === 2) return transaction(pictures, call('move', below(8)))
      const args = [wallet(), wallet()] as const
      const number = (bound: number) => BigInt(below(bound))
      if (kind === 3)
        return transaction(
          stamps,
          encodeFunctionData({ abi: stampsAbi, functionName: 'move', args: [...args, number(4), number(9)] }),
        )
      const items = Array.from({ length: below(4) }, () => [number(4), number(9)] as const)
      const lists = [items.map(([id]) => id), items.map(([, value]) => value)] as const
      return transaction(
        stamps,
        encodeFunctionData({ abi: stampsAbi, functionName: 'moveMany', args: [...args, ...lists] }),
      )
    }
    await mine(...Array.from({ length: below(6) }, one))
  }

  const mintPictures = async (first: number, count: number, perTransaction: number): Promise<void> => {
    const transactions = Array.from({ length: Math.ceil(count / perTransaction) }, (_, index) => {
      const start = index * perTransaction
      const args = [BigInt(first + start), BigInt(Math.min(perTransaction, count - start))] as const
      const gas = 50_000 + perTransaction * 3_000
      return transaction(pictures, encodeFunctionData({ abi, functionName: 'mintMany', args }), gas)
    })
    await mine(...transactions)
  }

  return { anvil, coins, pictures, stamps, mineEvents, mintPictures, mineEmpty, latest, stop: anvil.stop }
}

const compileTokens = (): Map<string, Hex> => {
  const input = {
    language: 'Solidity',
    sources: { 'tokens.sol': { content: source } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const { contracts } = compiled.parse(solcOutput(input))
  return new Map(
    Object.entries(contracts['tokens.sol']).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}` as const]),
  )
}
