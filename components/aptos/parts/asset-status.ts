import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The status as lists of coins and fungible assets need it: their part of the index may be smaller than that of tokens. */
export const assetStatus = (status: AptosStatus | undefined): AptosStatus | undefined =>
  status?.index?.assets ? { ...status, index: { ...status.index, ...status.index.assets } } : status
