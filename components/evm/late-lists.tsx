'use client'

import dynamic from 'next/dynamic'
import type { NftHolders } from './nft-holders.tsx'
import type { ContractNfts } from './nft-pages.tsx'
import type { NftProvenance } from './nft-provenance.tsx'
import type { ContractNftTransfers, Erc20Transfers } from './transfer-pages.tsx'

/**
 * The lists of a page that shows one of them: only that one's code is loaded. The server renders it as if it were here.
 */
export const LateErc20Transfers = dynamic(() =>
  import('./transfer-pages.tsx').then((it) => it.Erc20Transfers),
) as typeof Erc20Transfers

export const LateContractNfts = dynamic(() =>
  import('./nft-pages.tsx').then((it) => it.ContractNfts),
) as typeof ContractNfts

export const LateContractNftTransfers = dynamic(() =>
  import('./shared-nft-lists.ts').then((it) => it.ContractNftTransfers),
) as typeof ContractNftTransfers

export const LateNftHolders = dynamic(() =>
  import('./shared-nft-lists.ts').then((it) => it.NftHolders),
) as typeof NftHolders

export const LateNftProvenance = dynamic(() =>
  import('./nft-provenance.tsx').then((it) => it.NftProvenance),
) as typeof NftProvenance
