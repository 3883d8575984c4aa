import { useQuery } from '@tanstack/react-query'
import { aptosExplorerQueries } from '#components/aptos/parts/aptos-queries.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'

const pollMs = 5_000

/** The state of a network: as the page was rendered, then as it is. */
export const useAptosStatus = (initial: AptosStatus): AptosStatus => {
  const isLive = initial.source === 'index'
  const { data } = useQuery({
    ...aptosExplorerQueries.one.aptosStatus({ network: initial.network }),
    refetchInterval: isLive ? pollMs : false,
    enabled: isLive,
  })
  return data ?? initial
}
