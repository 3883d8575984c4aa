'use client'

import { Badge } from '#components/ui/badge.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { useChainState } from './use-chain-state.ts'

/** The number of confirmations, including the block itself, and whether a reorg can still replace it. */
export const Confirmations = ({ state: initial, block }: { state: EvmChainState; block: string }) => {
  const { head_block, finalized_block } = useChainState(initial)
  if (finalized_block !== null && BigInt(block) <= BigInt(finalized_block)) return <Badge tone="good">Final</Badge>
  if (head_block === null) return null
  const confirmations = BigInt(head_block) - BigInt(block) + 1n
  if (confirmations < 1n) return null
  return (
    <Badge>
      {groupedNumber(confirmations)} {confirmations === 1n ? 'confirmation' : 'confirmations'}
    </Badge>
  )
}
