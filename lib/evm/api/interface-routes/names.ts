export const resolveAddress = { method: 'GET', path: '/api/v2/resolve/:address/reverse' } as const
export const resolveEnsDomain = { method: 'GET', path: '/api/v2/resolve/ens/:domain' } as const
