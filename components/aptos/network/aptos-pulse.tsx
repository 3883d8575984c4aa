'use client'

import { useQuery } from '@tanstack/react-query'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { useAptosStatus } from '#components/aptos/parts/use-aptos-status.ts'
import { useIsLiveWanted } from '#components/live/live-choice.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { AptosPulseView, type PulsedBlock } from './aptos-pulse-view.tsx'

/** The newest blocks of a network, and whether it is alive, updated live. */
export const AptosPulse = ({
  status: initial,
  first,
  limit,
  everyMs,
  gas,
}: {
  status: AptosStatus
  first: { result: PulsedBlock[] }
  limit: number
  everyMs: number | false
  /** The node's estimate, in octas for a unit of gas. */
  gas: string | undefined
}) => {
  const status = useAptosStatus(initial)
  const isOn = useIsLiveWanted()
  const { data } = useQuery({
    ...fromAptosExplorer('/aptos/blocks').one({ network: status.network, limit }),
    initialData: first,
    refetchInterval: isOn && everyMs,
    enabled: isOn && everyMs !== false,
    gcTime: 0,
  })
  const blocks = useHydrated(data ?? first, first).result
  return <AptosPulseView status={status} blocks={blocks} gas={gas} />
}
