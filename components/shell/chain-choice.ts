export type ChainChoice = { chain: string; title: string; icon?: string; colour?: string }

/** Placeholder for the Aptos ledger among EVM chains. */
export const aptos = 'aptos'
