import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import type { ProxyAnswer } from '#lib/evm/etherscan/kit/answer.ts'
import { gasMaxOf } from '#lib/evm/query/newest-block.ts'
import type { proxyActions } from './actions.ts'

const envelope = { jsonrpc: '2.0', id: 1 } as const

/** JSON-RPC's code for what a server cannot do. */
const serverFault = -32_000
const textMax = 500

/** Errors about the transaction itself. Other texts of a node may reveal the node or its operator. */
const ofTransaction =
  /insufficient funds|nonce|underpriced|already known|intrinsic gas|gas limit|gas required|fee cap|max fee|base fee|invalid sender|invalid signature/i

/** Undefined for a failure that is no answer of a node. */
const refusalOf = (error: unknown): ProxyAnswer | undefined => {
  if (!(error instanceof NodeRefusal)) return undefined
  const { rpcError, failure, message } = error
  const isOwn =
    failure.kind === 'reverted' || failure.kind === 'invalid' || ofTransaction.test(rpcError.message.slice(0, textMax))
  if (!isOwn) return { ...envelope, error: { code: serverFault, message } }
  const { code, data } = rpcError
  return {
    ...envelope,
    error: { code, message: rpcError.message.slice(0, textMax), ...(data !== undefined && { data }) },
  }
}

/** Errors of this server have the form of a node's, except for limits and keys. */
const forward = async (
  { askNode }: ActionCall,
  method: string,
  parameters: readonly unknown[],
): Promise<ProxyAnswer> => {
  try {
    return { ...envelope, result: await askNode(method, parameters) }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) return refusal
    if (!isServiceError(error) || error.code === 'rate_limited') throw error
    return { ...envelope, error: { code: serverFault, message: error.message } }
  }
}

type Transaction = Record<'from' | 'to' | 'data' | 'value' | 'gas' | 'gasLimit' | 'gasPrice', Hex | undefined>

/** The transaction, with no more gas than a visitor's call gets. */
const bounded = async (
  { context, chain }: ActionCall,
  { gas, gasLimit, ...transaction }: Transaction,
): Promise<Record<string, Hex | undefined>> => {
  const most = BigInt(await gasMaxOf(context, chain))
  const asked = BigInt(gas ?? gasLimit ?? most)
  const given = Object.entries({ ...transaction, gas: hexNumber(asked < most ? asked : most) })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

export const proxyAnswers = ({ maySend }: { maySend: boolean }): ModuleAnswers<typeof proxyActions> => ({
  eth_blockNumber: (_, call) => forward(call, 'eth_blockNumber', []),
  eth_getBlockByNumber: ({ tag, boolean }, call) => forward(call, 'eth_getBlockByNumber', [tag, boolean]),
  eth_getUncleByBlockNumberAndIndex: ({ tag, index }, call) =>
    forward(call, 'eth_getUncleByBlockNumberAndIndex', [tag, index]),
  eth_getBlockTransactionCountByNumber: ({ tag }, call) => forward(call, 'eth_getBlockTransactionCountByNumber', [tag]),
  eth_getTransactionByHash: ({ txhash }, call) => forward(call, 'eth_getTransactionByHash', [txhash]),
  eth_getTransactionByBlockNumberAndIndex: ({ tag, index }, call) =>
    forward(call, 'eth_getTransactionByBlockNumberAndIndex', [tag, index]),
  eth_getTransactionCount: ({ address, tag }, call) => forward(call, 'eth_getTransactionCount', [address, tag]),
  eth_getTransactionReceipt: ({ txhash }, call) => forward(call, 'eth_getTransactionReceipt', [txhash]),
  eth_sendRawTransaction: ({ hex }, call) => {
    if (!maySend)
      throw new ServiceError(
        'forbidden',
        'This server does not send transactions: its operator has not set SEND_TRANSACTIONS',
      )
    return forward(call, 'eth_sendRawTransaction', [hex])
  },
  eth_call: async ({ tag, ...transaction }, call) => forward(call, 'eth_call', [await bounded(call, transaction), tag]),
  eth_estimateGas: async (transaction, call) => forward(call, 'eth_estimateGas', [await bounded(call, transaction)]),
  eth_getCode: ({ address, tag }, call) => forward(call, 'eth_getCode', [address, tag]),
  eth_getStorageAt: ({ address, position, tag }, call) => forward(call, 'eth_getStorageAt', [address, position, tag]),
  eth_gasPrice: (_, call) => forward(call, 'eth_gasPrice', []),
})
