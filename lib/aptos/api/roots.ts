/** The interface of Aptos: paths as a caller writes them after `{aptos_base_url}`. */
export const aptosRoot = { name: 'aptos', basePath: '/api/aptos' }

/** Endpoints for Aptos that our pages need besides the interface. */
export const aptosExplorerRoot = { name: 'aptos-explorer', basePath: '/api/explorer' }
