/** In a module of its own, for the pages that load nothing else of a wallet. */
export const walletTransactions = { method: 'GET', path: '/api/v2/:address', paged: 'cursor' } as const
