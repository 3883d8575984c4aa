'use client'

import { useQuery } from '@tanstack/react-query'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { evmChains } from '#lib/evm/contract/explorer/routes/chains.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const pollMs = 5_000

/** The state of a chain: as rendered, then updated live. */
export const useChainState = (initial: EvmChainState): EvmChainState => {
  const { data } = useQuery({
    ...fromEvmExplorer({ evmChains }).one({}),
    refetchInterval: initial.source === 'index' ? pollMs : false,
    enabled: initial.source === 'index',
  })
  return data?.result.find(({ chain }) => chain === initial.chain) ?? initial
}

const dots = { SYNCED: 'bg-good', SYNCING: 'bg-warn', STALLED: 'bg-bad' } as const

/** The coverage of the lists on this page, in one line; it never claims more than is known. */
export const IndexMark = ({ state: initial }: { state: EvmChainState }) => {
  const state = useChainState(initial)
  if (state.source === 'hosted') return <span>From the hosted service</span>
  if (state.indexed_block === null) return <span>{state.error ?? 'Nothing indexed yet'}</span>
  const words = { SYNCED: 'Indexed', SYNCING: 'Indexing, so far', STALLED: 'Indexing has stopped,' } as const
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      {/* Grey where blocks before the newest are missing. The NFT page is at its limit of JavaScript: no function, no import for this. */}
      <span
        className={`size-2 rounded-full ${state.status === 'SYNCED' && !state.coverage?.startsWith('0-') ? 'bg-muted' : dots[state.status]}`}
      />
      {state.coverage?.includes(',')
        ? 'Indexed in parts, up to block'
        : `${words[state.status]} block ${groupedNumber(state.first_block ?? '0')} to`}{' '}
      {groupedNumber(state.indexed_block)}
      {state.status === 'SYNCING' && state.head_block && ` of ${groupedNumber(state.head_block)}`}
      {state.indexed_block_timestamp && (
        <>
          , <Timestamp iso={state.indexed_block_timestamp} />
        </>
      )}
    </span>
  )
}
