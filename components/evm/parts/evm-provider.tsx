import type { ReactNode } from 'react'
import { ownChains } from '#lib/evm/contract/own-chains.ts'
import { OwnChains } from './own-chains.tsx'

export const EvmProvider = ({ children }: { children: ReactNode }) => (
  <OwnChains chains={ownChains()}>{children}</OwnChains>
)
