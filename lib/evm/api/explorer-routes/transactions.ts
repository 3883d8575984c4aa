export const evmTransactions = { method: 'GET', path: '/evm/transactions', paged: 'cursor' } as const
export const evmTransactionProof = {
  method: 'GET',
  path: '/evm/transactions/:transaction_hash/proof',
} as const
export const evmSenderNeighbours = {
  method: 'GET',
  path: '/evm/transactions/:transaction_hash/neighbours',
} as const
export const evmPendingTransaction = {
  method: 'GET',
  path: '/evm/transactions/:transaction_hash/pending',
} as const
export const evmTransactionMoves = { method: 'GET', path: '/evm/transactions/:transaction_hash/moves' } as const
export const evmCallTree = { method: 'GET', path: '/evm/transactions/:transaction_hash/calls' } as const
export const evmCallFrame = { method: 'GET', path: '/evm/transactions/:transaction_hash/calls/:frame' } as const
export const evmStateChanges = { method: 'GET', path: '/evm/transactions/:transaction_hash/state-changes' } as const
export const evmSentTransaction = { method: 'GET', path: '/evm/transactions/:transaction_hash/sent' } as const
export const evmUserOperations = {
  method: 'GET',
  path: '/evm/transactions/:transaction_hash/user-operations',
} as const
export const evmTransactionGas = { method: 'GET', path: '/evm/transactions/:transaction_hash/gas' } as const
