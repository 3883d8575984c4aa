export const evmBlocks = { method: 'GET', path: '/evm/blocks', paged: 'cursor' } as const
export const evmBlockTransactions = {
  method: 'GET',
  path: '/evm/blocks/:block_number_or_hash/transactions',
  paged: 'cursor',
} as const
export const evmBlock = { method: 'GET', path: '/evm/blocks/:block_number_or_hash' } as const
export const evmBlockRewards = { method: 'GET', path: '/evm/blocks/:block_number_or_hash/rewards' } as const
export const evmBlockChecks = {
  method: 'GET',
  path: '/evm/blocks/:block_number_or_hash/checks',
} as const
