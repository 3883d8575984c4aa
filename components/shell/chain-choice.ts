export type ChainChoice = { chain: string; title: string }

/** Stands for the Aptos ledger among EVM chains. */
export const aptos = 'aptos'
