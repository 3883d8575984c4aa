import { useQuery } from '@tanstack/react-query'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

const pollMs = 5_000

/** The state of a chain: as rendered, then updated live. */
export const useChainState = (initial: EvmChainState): EvmChainState => {
  const { data } = useQuery({
    ...fromEvmExplorer('/evm/chains').one({}),
    refetchInterval: initial.source === 'index' ? pollMs : false,
    enabled: initial.source === 'index',
  })
  return useHydrated(data?.result.find(({ chain }) => chain === initial.chain) ?? initial, initial)
}
