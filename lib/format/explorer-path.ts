/** A chain's name as a path segment: `bsc testnet` is `bsc-testnet`. */
export const chainSegment = (chain: string): string => chain.replaceAll(' ', '-')

/** Pages of this explorer. The words are those of EIP-3091, so that wallets can link here. */
export const explorerPath = {
  chain: (chain: string) => `/${chainSegment(chain)}`,
  address: (chain: string, address: string) => `/${chainSegment(chain)}/address/${address}`,
  wallet: (address: string) => `/wallet/${address}`,
  transaction: (chain: string, hash: string) => `/${chainSegment(chain)}/tx/${hash}`,
  block: (chain: string, block: string | number) => `/${chainSegment(chain)}/block/${block}`,
  token: (chain: string, address: string) => `/${chainSegment(chain)}/token/${address}`,
  erc20: (chain: string, list: 'transfers' | 'burns' | 'approvals') => `/${chainSegment(chain)}/erc20/${list}`,
  nftSearch: (chain: string, text?: string) =>
    `/${chainSegment(chain)}/nft/search${text === undefined ? '' : `?q=${encodeURIComponent(text)}`}`,
  nft: (chain: string, address: string, tokenId: string) => `/${chainSegment(chain)}/nft/${address}/${tokenId}`,
  aptos: '/aptos',
  aptosBlock: (height: string | number) => `/aptos/block/${height}`,
  aptosTransaction: (version: string | number) => `/aptos/txn/${version}`,
  aptosAccount: (address: string) => `/aptos/account/${address}`,
  aptosCollection: (id: string) => `/aptos/collection/${id}`,
  aptosCreator: (address: string) => `/aptos/creator/${address}`,
  aptosToken: (id: string) => `/aptos/token/${id}`,
  search: (text: string) => `/search?q=${encodeURIComponent(text)}`,
} as const
