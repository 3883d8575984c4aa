/** What positions in a chain count. */
export const evmUnit = 'block'
