/** The chain ids of the named networks. A development network or the demo ledger may replace either, but not one the other. */
const namedChainIds = { mainnet: 1, testnet: 2 } as const

export type NamedNetwork = keyof typeof namedChainIds

export const chainIdOf = (network: NamedNetwork): number => namedChainIds[network]

/** The name of the network with this id. */
export const networkNameOf = (chainId: number): NamedNetwork | undefined => {
  if (chainId === namedChainIds.mainnet) return 'mainnet'
  return chainId === namedChainIds.testnet ? 'testnet' : undefined
}
