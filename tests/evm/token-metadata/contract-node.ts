import type { RpcAnswer, RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'

/** `supportsInterface` of the ids of ERC-165, of ERC-721, and of the one that must be denied. */
const supports = {
  erc165: `0x01ffc9a7${'01ffc9a7'.padEnd(64, '0')}`,
  erc721: `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`,
  nothing: `0x01ffc9a7${'f'.repeat(8).padEnd(64, '0')}`,
} as const
export const nameCall = '0x06fdde03'
export const decimalsCall = '0x313ce567'

export const wordOf = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const undone: RpcAnswer = { error: { code: 3, message: 'execution reverted' } }

/** How a contract answers to some call data; all other calls are undone. */
type ContractAnswers = Record<string, RpcAnswer>

/** An ERC721 contract's answers. */
export const erc721Answers: ContractAnswers = {
  [supports.erc165]: { result: wordOf(1) },
  [supports.nothing]: { result: wordOf(0) },
  [supports.erc721]: { result: wordOf(1) },
  [nameCall]: { result: `0x${Buffer.from('Old Lanterns').toString('hex').padEnd(64, '0')}` },
}

type ContractNode = { transport: RpcTransport; pool: NodePool; sent: RpcCall[][]; head: number; isUp: boolean }

/** A node without Multicall3 whose contracts answer as told. */
export const contractNode = (answers: Record<string, ContractAnswers>): ContractNode => {
  const answer = ({ method, params: [call] }: RpcCall): RpcAnswer => {
    if (method === 'eth_blockNumber') return { result: `0x${node.head.toString(16)}` }
    const { to = '', data = '' } = (call ?? {}) as { to?: string; data?: string }
    const contract = answers[to]
    return contract ? (contract[data] ?? undone) : { result: '0x' }
  }
  const transport: RpcTransport = {
    name: 'node',
    send: async (calls) => {
      node.sent.push([...calls])
      return calls.map((call) => (node.isUp ? answer(call) : { error: { code: -32000, message: 'internal error' } }))
    },
  }
  const pool = createPool([transport], { attemptsMax: 1, clock: quickClock() })
  const node: ContractNode = { transport, pool, sent: [], head: 1_000_000, isUp: true }
  return node
}
