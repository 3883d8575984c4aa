import type { SignInChain } from '#lib/account/contract/account.ts'

/** The network of a session as people name it: `Aptos mainnet`, or the title of an EVM chain. */
export const networkTitle = (network: string, chains: readonly SignInChain[]): string => {
  const id = /^eip155:(\d+)$/.exec(network)?.[1]
  if (id === undefined) return `Aptos ${network}`
  return chains.find((chain) => String(chain.id) === id)?.title ?? `chain id ${id}`
}
