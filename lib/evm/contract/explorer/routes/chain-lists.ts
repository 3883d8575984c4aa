export const evmContracts = { method: 'GET', path: '/evm/contracts', paged: 'cursor' } as const
export const evmChainInternalTransfers = { method: 'GET', path: '/evm/internal-transfers', paged: 'cursor' } as const
export const evmVerifiedContracts = { method: 'GET', path: '/evm/verified-contracts', paged: 'cursor' } as const
