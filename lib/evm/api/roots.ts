/** The interface of EVM chains: paths as a caller writes them after `{evm_base_url}`. */
export const evmRoot = { name: 'evm', basePath: '' }

/** Endpoints for EVM chains that our pages need besides the interface. */
export const evmExplorerRoot = { name: 'evm-explorer', basePath: '/api/explorer' }

/** `/api/v2.2` is the same API, except that unknown parameters are refused there. */
export const evmPlace = { rewrite: { '/api/v2.2': '/api/v2' }, strict: ['/api/v2.2'] } as const
