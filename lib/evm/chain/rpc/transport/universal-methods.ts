const universal = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionReceipt',
])

/** Methods that every node has: a node that denies one is failing. */
export const isUniversal = (method: string): boolean => universal.has(method)
