/** The networks as chains: their names in URLs. */
export const aptosChainNames = { mainnet: 'aptos', testnet: 'aptos-testnet' } as const

export type AptosNetwork = keyof typeof aptosChainNames
