export const evmContracts = { method: 'GET', path: '/evm/contracts', paged: 'cursor' } as const
export const evmChainInternalTransfers = { method: 'GET', path: '/evm/internal-transfers', paged: 'cursor' } as const
export const evmVerifiedContracts = { method: 'GET', path: '/evm/verified-contracts', paged: 'cursor' } as const
export const evmWithdrawals = { method: 'GET', path: '/evm/withdrawals', paged: 'cursor' } as const
export const evmBlobTransactions = { method: 'GET', path: '/evm/blob-transactions', paged: 'cursor' } as const
export const evmPendingTransactions = { method: 'GET', path: '/evm/pending-transactions', paged: 'cursor' } as const
export const evmTopAccounts = { method: 'GET', path: '/evm/accounts', paged: 'cursor' } as const
export const evmUncles = { method: 'GET', path: '/evm/uncles', paged: 'cursor' } as const
