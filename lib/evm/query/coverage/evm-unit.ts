/** The unit of positions in a chain. */
export const evmUnit = 'block'
