'use client'

import dynamic from 'next/dynamic'
import type { ContractNfts } from './nft-pages.tsx'
import type { Erc20Transfers } from './transfer-pages.tsx'

/**
 * The lists of a page that shows one of them: only that one's code is loaded. The server renders it as if it were here.
 */
export const LateErc20Transfers = dynamic(() =>
  import('./transfer-pages.tsx').then((it) => it.Erc20Transfers),
) as typeof Erc20Transfers

export const LateContractNfts = dynamic(() =>
  import('./nft-pages.tsx').then((it) => it.ContractNfts),
) as typeof ContractNfts
