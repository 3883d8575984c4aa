import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { evmClient } from '../evm-queries.ts'
import type { FirstAnswer, TimelineView } from './chain-feed.ts'
import { chosenChains } from './chosen-chains.ts'
import { feedPage } from './feed-page.ts'
import { createTimelineReader, type TimelineReader } from './timeline-reader.ts'

export type Timeline = {
  chains: readonly EvmChainState[]
  address: string
  /** `from_date` and `to_date`, already checked. */
  bounds: Record<string, string>
  pageSize: number
  first: Readonly<Record<string, FirstAnswer>>
}

/** The reader of this page: the one that Back returns to, while the chains' newest transactions are the same. */
export const useTimeline = ({ chains, address, bounds, pageSize, first }: Timeline) => {
  const cache = useQueryClient()
  const text = useSearchParams().get('chains')
  const [reader] = useState(() => {
    const key = ['evm', 'wallet-timeline', address, bounds]
    const known = cache.getQueryData<TimelineReader>(key)
    if (known && isCurrent(known.view(), first)) return known
    const input = { address, ...bounds, limit: pageSize }
    const made = createTimelineReader({
      chains,
      first,
      chosen: chosenChains(text, chains),
      ask: async (chain, cursor, signal) =>
        feedPage(await evmClient.walletTransactions({ ...input, chain, cursor }, { signal })),
    })
    cache.setQueryData(key, made)
    return made
  })
  useEffect(() => {
    reader.choose(chosenChains(text, chains))
    reader.start()
  }, [reader, text, chains])
  useEffect(() => reader.stop, [reader])
  return { reader, view: useSyncExternalStore(reader.subscribe, reader.view, reader.view) }
}

const isCurrent = ({ feeds }: TimelineView, first: Timeline['first']): boolean =>
  feeds.every(({ chain, rows }) => {
    const page = first[chain.chain]?.page
    return !page || page.rows[0]?.hash === rows[0]?.transaction.hash
  })
