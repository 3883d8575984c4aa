import { encodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

/** Tokens that keep account of what they emit, as the standards say, and three that do not. */
const source = `
pragma solidity ^0.8.24;
contract Coin {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;
  function move(address from, address to, uint256 value) public virtual {
    if (from == address(0)) totalSupply += value; else balanceOf[from] -= value;
    if (to == address(0)) totalSupply -= value; else balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
  function approve(address owner, address spender, uint256 value) external { emit Approval(owner, spender, value); }
  function moveRange(uint256 first, uint256 count) external {
    for (uint256 i = first; i < first + count; i++) move(address(0), address(uint160(i % 977 + 1)), i);
  }
}
contract FeeCoin is Coin {
  function move(address from, address to, uint256 value) public override {
    super.move(from, to, value);
    if (to != address(0) && value > 1) { balanceOf[to] -= value / 2; totalSupply -= value / 2; }
  }
}
contract OldCoin is Coin {
  constructor() { balanceOf[address(0x9999)] = 1e12; totalSupply = 1e12; }
}
contract Picture {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  mapping(uint256 => address) public ownerOf;
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;
  function move(address to, uint256 id) external { moveOne(to, id); }
  function moveOne(address to, uint256 id) private {
    address from = ownerOf[id];
    if (from == address(0)) totalSupply++; else balanceOf[from]--;
    if (to == address(0)) totalSupply--; else balanceOf[to]++;
    ownerOf[id] = to;
    emit Transfer(from, to, id);
  }
  function moveRange(uint256 first, uint256 count) external {
    for (uint256 i = first; i < first + count; i++) moveOne(address(uint160(i % 977 + 1)), i % 2000);
  }
}
contract Stamp {
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
  mapping(address => mapping(uint256 => uint256)) public balanceOf;
  mapping(uint256 => uint256) public totalSupply;
  function change(address from, address to, uint256 id, uint256 value) private {
    if (from == address(0)) totalSupply[id] += value; else balanceOf[from][id] -= value;
    if (to == address(0)) totalSupply[id] -= value; else balanceOf[to][id] += value;
  }
  function move(address from, address to, uint256 id, uint256 value) external {
    change(from, to, id, value);
    emit TransferSingle(msg.sender, from, to, id, value);
  }
  function moveMany(address from, address to, uint256[] calldata ids, uint256[] calldata values) external {
    for (uint256 i = 0; i < ids.length; i++) change(from, to, ids[i], values[i]);
    emit TransferBatch(msg.sender, from, to, ids, values);
  }
}
contract Mute {
  event Transfer(address indexed from, address indexed to, uint256 value);
  function move(address from, address to, uint256 value) external { emit Transfer(from, to, value); }
}`

const abi = parseAbi([
  'function move(address from, address to, uint256 value)',
  'function approve(address owner, address spender, uint256 value)',
  'function moveRange(uint256 first, uint256 count)',
])
const pictureAbi = parseAbi(['function move(address to, uint256 id)'])
const stampAbi = parseAbi([
  'function move(address from, address to, uint256 id, uint256 value)',
  'function moveMany(address from, address to, uint256[] ids, uint256[] values)',
])

const compiled = z.object({
  contracts: z.object({
    'ledger.sol': z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  }),
})

const compile = (): Map<string, Hex> => {
  const input = {
    language: 'Solidity',
    sources: { 'ledger.sol': { content: source } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const { contracts } = compiled.parse(solcOutput(input))
  return new Map(
    Object.entries(contracts['ledger.sol']).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}` as const]),
  )
}

const ledgerTokens = ['Coin', 'FeeCoin', 'OldCoin', 'Picture', 'Stamp', 'Mute'] as const
export type LedgerToken = (typeof ledgerTokens)[number]
export type LedgerChain = Awaited<ReturnType<typeof startLedgerChain>>

const zero: Hex = `0x${'0'.repeat(40)}`

/** A real node with tokens whose balances can be requested; blocks are final two blocks later. */
export const startLedgerChain = async () => {
  const anvil = await startAnvil([
    ...['--no-mining', '--order', 'fifo', '--slots-in-an-epoch', '1'],
    ...['--gas-limit', '3000000000'],
  ])
  const node = anvil.transport({ timeoutMs: 120_000 })
  const [from = ''] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  const codes = compile()
  const contracts = new Map<LedgerToken, Hex>()
  const mineEmpty = async (count: number): Promise<void> => {
    await anvil.rpc('anvil_mine', [`0x${count.toString(16)}`])
  }
  const send = async (calls: readonly (readonly [Hex, Hex])[], gas = 300_000): Promise<void> => {
    const transactions = calls.map(([to, data]) => ({
      method: 'eth_sendTransaction',
      params: [{ from, to, data, gas: `0x${gas.toString(16)}` }],
    }))
    const answers = await node.send([...transactions, { method: 'evm_mine', params: [] }])
    for (const answer of answers) if ('error' in answer) throw new Error(answer.error.message)
  }
  for (const name of ledgerTokens) {
    await mineEmpty(3)
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, data: codes.get(name), gas: '0x1e8480' }])
    await anvil.rpc('evm_mine')
    const receipt = z
      .object({ contractAddress: z.string() })
      .parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    contracts.set(name, `0x${receipt.contractAddress.slice(2).toLowerCase()}`)
  }
  const address = (name: LedgerToken): Hex => contracts.get(name) ?? zero

  const wallet = (number: number): Hex => `0x${(number + 1).toString(16).padStart(40, '0')}`
  const held = new Map<string, number>()
  const heldBy = (token: string, owner: number) => held.get(`${token} ${owner}`) ?? 0
  const hold = (token: string, owner: number, change: number) =>
    held.set(`${token} ${owner}`, heldBy(token, owner) + change)

  /** One block with up to `count` random events of each token, all of which its balances allow. */
  const mineEvents = (random: () => number, count = 3): Promise<void> => {
    const below = (bound: number) => Math.floor(random() * bound)
    const calls: (readonly [Hex, Hex])[] = []
    /** A mint while the chosen wallet has nothing, else a transfer of part of what it has. */
    const choose = (token: string, lossy = false) => {
      const [sender, receiver] = [below(12), below(12)]
      const has = heldBy(token, sender)
      const value = has > 3 ? 1 + below(has >> 2) : 100 + below(900)
      if (has > 3) hold(token, sender, -value)
      hold(token, receiver, lossy ? value - Math.floor(value / 2) : value)
      return { sender: has > 3 ? wallet(sender) : zero, receiver: wallet(receiver), value: BigInt(value) }
    }
    for (let index = 0; index < count; index++) {
      for (const name of ['Coin', 'FeeCoin', 'OldCoin', 'Mute'] as const) {
        if (below(2) === 0) continue
        const { sender, receiver, value } = choose(name, name === 'FeeCoin')
        const isApproval = name === 'Coin' && below(4) === 0
        if (isApproval)
          calls.push([
            address(name),
            encodeFunctionData({ abi, functionName: 'approve', args: [wallet(1), wallet(2), value] }),
          ])
        calls.push([address(name), encodeFunctionData({ abi, functionName: 'move', args: [sender, receiver, value] })])
      }
      if (below(2) === 0)
        calls.push([
          address('Picture'),
          encodeFunctionData({ abi: pictureAbi, functionName: 'move', args: [wallet(below(12)), BigInt(below(60))] }),
        ])
      if (below(2) === 0) {
        const id = below(5)
        const { sender, receiver, value } = choose(`Stamp ${id}`)
        calls.push([
          address('Stamp'),
          below(2) === 0
            ? encodeFunctionData({ abi: stampAbi, functionName: 'move', args: [sender, receiver, BigInt(id), value] })
            : encodeFunctionData({
                abi: stampAbi,
                functionName: 'moveMany',
                args: [sender, receiver, [BigInt(id)], [value]],
              }),
        ])
      }
    }
    return send(calls)
  }

  /** One block with so many transfers of each of these tokens, 50 in a transaction, among few holders. */
  const moveRange = (tokens: readonly ('Coin' | 'Picture')[], first: number, count: number): Promise<void> =>
    send(
      tokens.flatMap((token) =>
        Array.from({ length: Math.ceil(count / 50) }, (_, index) => {
          const args = [BigInt(first + index * 50), BigInt(Math.min(50, count - index * 50))] as const
          return [address(token), encodeFunctionData({ abi, functionName: 'moveRange', args })] as const
        }),
      ),
      50 * 100_000,
    )

  return {
    anvil,
    address,
    mineEvents,
    moveRange,
    mineEmpty,
    latest: async () => Number(await anvil.rpc('eth_blockNumber')),
    stop: anvil.stop,
  }
}
