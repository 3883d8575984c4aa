import type { Question } from '#lib/nodes/question.ts'
import type { RpcCall } from './transport.ts'

/** Cheap enough to ask twice. Traces and contract calls cost a node too much, and log searches go to another node only. */
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

/** Where slow calls may be sent a second time. */
export const repeatOf = (calls: readonly RpcCall[]): Question<never, unknown>['repeat'] => {
  if (calls.every(({ method }) => anywhere.has(method))) return 'anywhere'
  return calls.every(({ method }) => anywhere.has(method) || onlyElsewhere.has(method)) ? 'elsewhere' : 'never'
}
