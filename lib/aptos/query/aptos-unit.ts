/** The unit of positions in a ledger. */
export const aptosUnit = 'version'
