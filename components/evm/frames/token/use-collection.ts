'use client'

import { useQuery } from '@tanstack/react-query'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'

const pollMs = 2_000
/** Requesting a page of NFTs starts their backfill: the first polls may come before it has started. */
const looksBeforeStart = 3

const isMoving = ({ status }: EvmCollection) => status === 'SYNCING' || status === 'QUEUED'

/** The indexing progress of a contract, updated while it grows. */
export const useCollection = (initial: EvmCollection) => {
  const { chain, address } = initial
  const query = useQuery({
    ...fromEvmExplorer('/evm/collections/:address').one({ chain, address }),
    initialData: initial,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data === undefined) return false
      const mayStart = data.status === 'NOT_INDEXED' && dataUpdateCount < looksBeforeStart
      return isMoving(data) || mayStart ? pollMs : false
    },
  })
  const { data = initial, refetch } = query
  return { collection: data, refetch }
}
