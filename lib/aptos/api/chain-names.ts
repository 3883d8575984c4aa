/** The networks as chains: their names in URLs. */
export const aptosChainNames = { mainnet: 'aptos', testnet: 'aptos-testnet' } as const
