'use client'

import { useQuery } from '@tanstack/react-query'
import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import type { EvmCollection } from '#lib/evm/contract/explorer.ts'

const pollMs = 2_000
/** Asking for a page of NFTs starts their indexing: the first looks after that may come before it. */
const looksBeforeStart = 3

const isMoving = ({ status }: EvmCollection) => status === 'SYNCING' || status === 'QUEUED'

/** The indexing progress of a contract, updated while it grows. */
export const useCollection = (initial: EvmCollection) => {
  const { chain, address } = initial
  const query = useQuery({
    ...evmExplorerQueries.one.evmCollection({ chain, address }),
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
