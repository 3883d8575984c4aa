'use client'

import type { ReactNode } from 'react'
import { defineOwnChains, type EvmChain } from '#lib/evm/api/own-chains.ts'

/** Defines the operator's chains in the browser before anything inside is rendered; on the server, the configuration did. */
export const OwnChains = ({ chains, children }: { chains: readonly EvmChain[]; children: ReactNode }): ReactNode => {
  if (typeof window !== 'undefined') defineOwnChains(chains)
  return children
}
