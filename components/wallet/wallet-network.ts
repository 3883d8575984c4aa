/** Networks that accounts sign in on. */
export type SignInNetwork = 'mainnet' | 'testnet'

export const networkTitles = { mainnet: 'Aptos mainnet', testnet: 'Aptos testnet' } as const

/** The wallet's network by its chain id; its name can be chosen freely. */
export const walletNetwork = (network: { chainId?: number } | null): SignInNetwork | undefined => {
  if (network?.chainId === 1) return 'mainnet'
  return network?.chainId === 2 ? 'testnet' : undefined
}
