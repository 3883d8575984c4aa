import type { Question } from '#lib/nodes/question.ts'
import type { RpcCall } from './transport.ts'

/**
 * Cheap enough to send twice. Traces and contract calls cost a node too much, and log searches are only repeated on
 * another node.
 */
const anywhere = new Set([
  'eth_blockNumber',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])
const onlyElsewhere = new Set(['eth_getLogs'])

/** Where slow calls may be repeated. */
export const repeatOf = (calls: readonly RpcCall[]): Question<never, unknown>['repeat'] => {
  if (calls.every(({ method }) => anywhere.has(method))) return 'anywhere'
  return calls.every(({ method }) => anywhere.has(method) || onlyElsewhere.has(method)) ? 'elsewhere' : 'never'
}
