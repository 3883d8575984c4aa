import type { Hex } from '#lib/base/hex.ts'

/** Returns the deployed code of contracts of a chain, as it is now; those that no node could tell are missing. */
export type ReadCodes = (chain: number, addresses: readonly Hex[]) => Promise<ReadonlyMap<Hex, Hex>>
