export const evmChains = { method: 'GET', path: '/evm/chains' } as const
