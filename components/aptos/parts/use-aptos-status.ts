import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { fromAptosExplorer } from './aptos-queries.ts'

const pollMs = 5_000

/** The state of a network: as rendered, then updated live. */
export const useAptosStatus = (initial: AptosStatus): AptosStatus => {
  const isLive = initial.source === 'index'
  const { data } = useQuery({
    ...fromAptosExplorer('/aptos/status').one({ network: initial.network }),
    refetchInterval: isLive ? pollMs : false,
    enabled: isLive,
  })
  return useHydrated(data ?? initial, initial)
}
