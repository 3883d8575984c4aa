export const evmSimulation = { method: 'GET', path: '/evm/simulation' } as const
export const evmKeepCalldata = { method: 'POST', path: '/evm/simulation/calldata' } as const
export const evmSimulatedCall = { method: 'GET', path: '/evm/simulation/calls/:frame' } as const
