/** In a module of its own: most pages of Aptos ask for it. */
export const aptosStatus = { method: 'GET', path: '/aptos/status' } as const
