import type { ReactNode } from 'react'
import { ownChains } from '#lib/evm/api/own-chains.ts'
import { OwnChains } from './own-chains.tsx'

export const EvmProvider = ({ children }: { children: ReactNode }) => (
  <OwnChains chains={ownChains()}>{children}</OwnChains>
)
