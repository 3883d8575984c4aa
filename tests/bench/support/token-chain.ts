import { createHash } from 'node:crypto'
import { encodeFunctionData, parseAbi } from 'viem'
import { z } from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import type { RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { Anvil } from '#tests/support/anvil.ts'
import { seeded } from '#tests/support/seeded.ts'
import { compileBenchContracts } from './compile-bench-contracts.ts'

const abi = parseAbi([
  'function mint(address to, uint256 idOrAmount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 id)',
])

/** Each transfer is a transaction of its own. */
const transfersPerBlock = 10
const gas = '0x249f0'
/** Every so many NFT transfers is a mint. anvil hashes its whole state for each block: the state is to stay small. */
const mintEvery = 50
const firstBalance = 10n ** 24n
/** So that the last block with transfers is final for every reader. */
const emptyBlocksAfter = 80

/** What follows from the transfers: amounts of the ERC20 by account, owners of the NFTs by token id. */
export type KeptState = { balances: ReadonlyMap<Hex, bigint>; owners: ReadonlyMap<string, Hex> }

export type TokenChain = KeptState & {
  erc20: Hex
  erc721: Hex
  /** Transfers are in firstBlock..lastBlock. */
  firstBlock: number
  lastBlock: number
  transfers: number
}

/** Equal for equal states, whatever their order and spelling. */
export const stateDigest = ({ balances, owners }: KeptState): string => {
  const words = [
    ...[...balances]
      .filter(([, amount]) => amount !== 0n)
      .map(([account, amount]) => `${account.toLowerCase()} ${amount}`),
    ...[...owners].map(([id, owner]) => `${id} ${owner.toLowerCase()}`),
  ]
  return createHash('sha256').update(words.sort().join('\n')).digest('hex')
}

const deployed = z.object({ contractAddress: z.string() })

/**
 * Fills a node that mines when told with one ERC20 and one ERC721 contract and `blocks` blocks of ten transfers, five of each,
 * among the node's own accounts.
 */
export const buildTokenChain = async (anvil: Anvil, blocks: number): Promise<TokenChain> => {
  const accounts = z.array(z.string()).parse(await anvil.rpc('eth_accounts')) as Hex[]
  const [deployer = '0x'] = accounts
  const deploy = async (code: Hex): Promise<Hex> => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from: deployer, data: code, gas: '0x4c4b40' }])
    await anvil.rpc('evm_mine')
    return deployed.parse(await anvil.rpc('eth_getTransactionReceipt', [hash])).contractAddress as Hex
  }
  const { BenchCoin, BenchNft } = compileBenchContracts()
  const erc20 = await deploy(BenchCoin)
  const erc721 = await deploy(BenchNft)

  const random = seeded(7)
  const anyAccount = (): Hex => accounts[Math.floor(random() * accounts.length)] ?? '0x'
  const balances = new Map<Hex, bigint>()
  const owners = new Map<string, Hex>()
  // The node takes the calls of a batch at once: only nonces keep a sender's order, and no token moves twice in a block.
  const nonces = new Map<Hex, number>([[deployer, 2]])
  const movedInBlock = new Set<bigint>()
  const call = (from: Hex, to: Hex, data: Hex) => {
    const nonce = nonces.get(from) ?? 0
    nonces.set(from, nonce + 1)
    return { method: 'eth_sendTransaction', params: [{ from, to, data, gas, nonce: `0x${nonce.toString(16)}` }] }
  }

  const coinTransfer = (turn: number) => {
    const receiver = accounts[turn]
    if (receiver) {
      balances.set(receiver, firstBalance)
      return call(receiver, erc20, encodeFunctionData({ abi, functionName: 'mint', args: [receiver, firstBalance] }))
    }
    const [from, to] = [anyAccount(), anyAccount()]
    const amount = BigInt(Math.floor(random() * 1e6)) * 10n ** 12n
    balances.set(from, (balances.get(from) ?? 0n) - amount)
    balances.set(to, (balances.get(to) ?? 0n) + amount)
    return call(from, erc20, encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }))
  }
  const nftTransfer = (turn: number) => {
    const to = anyAccount()
    let id = BigInt(1 + Math.floor(random() * owners.size))
    if (turn % mintEvery === 0 || movedInBlock.has(id)) id = BigInt(owners.size + 1)
    movedInBlock.add(id)
    const from = owners.get(String(id))
    owners.set(String(id), to)
    if (!from) return call(to, erc721, encodeFunctionData({ abi, functionName: 'mint', args: [to, id] }))
    return call(from, erc721, encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, id] }))
  }

  const node = anvil.transport({ timeoutMs: 120_000, batchMax: 1_000 })
  const firstBlock = Number(await anvil.rpc('eth_blockNumber')) + 1
  const perKind = transfersPerBlock / 2
  const send = async (calls: readonly RpcCall[]): Promise<void> => {
    const refused = (await node.send(calls)).find((answer) => 'error' in answer)
    if (refused) throw new Error(`the node refused a transfer: ${JSON.stringify(refused)}`)
  }
  for (let block = 0; block < blocks; block++) {
    const turns = Array.from({ length: perKind }, (_, index) => block * perKind + index)
    movedInBlock.clear()
    await send(turns.flatMap((turn) => [coinTransfer(turn), nftTransfer(turn)]))
    await send([{ method: 'evm_mine', params: [] }])
    if (block % 2_000 === 0) console.error(`${block} of ${blocks} blocks made`)
  }
  await anvil.rpc('anvil_mine', [`0x${emptyBlocksAfter.toString(16)}`])
  return {
    erc20,
    erc721,
    firstBlock,
    lastBlock: firstBlock + blocks - 1,
    transfers: blocks * transfersPerBlock,
    balances,
    owners,
  }
}
