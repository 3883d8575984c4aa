'use client'

import { useQuery } from '@tanstack/react-query'
import { useChainState } from '#components/evm/parts/coverage/use-chain-state.ts'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { useIsLiveWanted } from '#components/live/live-choice.ts'
import { useLiveRefetch } from '#components/live/use-live-refetch.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type PulseBlock, pulseOf } from './pulse-of.ts'
import { PulseView } from './pulse-view.tsx'

/** The newest blocks of a chain, and whether it is alive, updated live. */
export const ChainPulse = ({
  state: initial,
  blocks: first,
  coinPrice,
  limit,
  everyMs,
}: {
  state: EvmChainState
  blocks: readonly PulseBlock[]
  coinPrice: string | undefined
  limit: number
  everyMs: number | false
}) => {
  const state = useChainState(initial)
  const { chain } = state
  const isOn = useIsLiveWanted()
  const { refetch, refetchInterval } = useLiveRefetch(chain, isOn && everyMs)
  const asked = fromEvmExplorer('/evm/blocks').one({ chain, limit })
  const query = useQuery({ ...asked, select: pulseOf, refetchInterval, enabled: isOn && everyMs !== false, gcTime: 0 })
  refetch.current = query.refetch
  const blocks = useHydrated(query.data ?? first, first)
  return <PulseView state={state} blocks={blocks} coinPrice={coinPrice} />
}
