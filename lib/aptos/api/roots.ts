/** The interface of Aptos: paths as a caller writes them after `{aptos_base_url}`. */
export const aptosRoot = { name: 'aptos', basePath: '/api/aptos' }

/** The same on the testnet. */
export const aptosTestnetRoot = { name: 'aptos-testnet', basePath: '/api/aptos-testnet' }

/** Endpoints for Aptos that our pages need besides the interface. */
export const aptosExplorerRoot = { name: 'aptos-explorer', basePath: '/api/explorer' }
