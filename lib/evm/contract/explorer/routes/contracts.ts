export const evmContractRating = { method: 'GET', path: '/evm/contracts/:address/rating' } as const
export const evmContract = { method: 'GET', path: '/evm/contracts/:address' } as const
export const evmContractCreation = { method: 'GET', path: '/evm/contracts/:address/creation' } as const
export const evmContractFunctions = { method: 'GET', path: '/evm/contracts/:address/functions' } as const
export const evmContractCalls = { method: 'GET', path: '/evm/contracts/:address/calls' } as const
export const evmLogs = { method: 'GET', path: '/evm/logs', paged: 'cursor' } as const
export const evmContractEvents = { method: 'GET', path: '/evm/contracts/:address/events' } as const
