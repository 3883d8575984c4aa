export const transaction = { method: 'GET', path: '/api/v2/transaction/:transaction_hash' } as const
export const transactionVerbose = {
  method: 'GET',
  path: '/api/v2/transaction/:transaction_hash/verbose',
} as const
