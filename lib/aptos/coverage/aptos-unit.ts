/** What positions in a ledger count. */
export const aptosUnit = 'version'
