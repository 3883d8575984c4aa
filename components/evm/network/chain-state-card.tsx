'use client'

import { ChainCard } from '#components/chain/chain-card.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { useChainState } from '#components/evm/parts/coverage/index-mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { progressPercent, stateBadge } from './chain-state-row.tsx'

/** A chain on the home page. */
export const ChainStateCard = ({ state: initial }: { state: EvmChainState }) => {
  const state = useChainState(initial)
  const { chain, title, icon, colour, source, status, indexed_block, indexed_block_timestamp } = state
  const word = stateBadge(state)
  const isHosted = source === 'hosted'
  return (
    <ChainCard
      href={evmPaths.chain({ chain })}
      title={title}
      icon={icon}
      colour={colour}
      word={isHosted ? 'Hosted' : word.title}
      tone={isHosted ? 'neutral' : word.tone}
    >
      {isHosted && 'from the hosted service'}
      {!isHosted && indexed_block === null && (state.error ?? 'nothing indexed yet')}
      {!isHosted && indexed_block !== null && (
        <>
          Block {groupedNumber(indexed_block)}
          {status === 'SYNCING' && `, ${progressPercent(state)}%`}
          {indexed_block_timestamp && (
            <>
              {', '}
              <Timestamp iso={indexed_block_timestamp} />
            </>
          )}
        </>
      )}
    </ChainCard>
  )
}
