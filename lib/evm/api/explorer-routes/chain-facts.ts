export const evmGas = { method: 'GET', path: '/evm/gas' } as const
export const evmActivity = { method: 'GET', path: '/evm/activity' } as const
export const evmSearch = { method: 'GET', path: '/evm/search' } as const
