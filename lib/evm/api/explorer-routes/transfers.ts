export const evmErc20Transfers = { method: 'GET', path: '/evm/erc20-transfers', paged: 'cursor' } as const
export const evmNftTransfers = { method: 'GET', path: '/evm/nft-transfers', paged: 'cursor' } as const
