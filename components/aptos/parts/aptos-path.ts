import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'

export type { AptosNetwork }

/** The network of a URL; undefined means the served one, or mainnet if both are. */
export const aptosNetworkOf = (network: unknown): AptosNetwork | undefined =>
  network === 'mainnet' || network === 'testnet' ? network : undefined

/** A path of this site with its query, without defaults and undefined values; testnet stays in every link. */
export const aptosPath = (
  path: string,
  network: AptosNetwork,
  query: Record<string, string | undefined> = {},
): string => {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, value)
  if (network === 'testnet') fields.set('network', network)
  return fields.size === 0 ? path : `${path}?${fields}`
}

/** A height or version in a URL (u64, without leading zeros), or undefined if it is not valid. */
export const readU64 = (text: string): string | undefined =>
  /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n ? BigInt(text).toString() : undefined
