import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { evmClient } from '#components/evm/evm-queries.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
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
  /** As the address said to the server. */
  chosen: readonly string[]
}

/** The reader of this page: the one that Back returns to, while the chains' newest transactions are the same. */
export const useTimeline = ({ chains, address, bounds, pageSize, first, chosen }: Timeline) => {
  const cache = useQueryClient()
  const [reader] = useState(() => {
    const key = ['evm', 'wallet-timeline', address, bounds]
    const known = cache.getQueryData<TimelineReader>(key)
    if (known && isCurrent(known.view(), first)) return known
    const input = { address, ...bounds, limit: pageSize }
    const made = createTimelineReader({
      chains,
      first,
      chosen,
      ask: async (chain, cursor, signal) =>
        feedPage(await evmClient.walletTransactions({ ...input, chain, cursor }, { signal })),
    })
    cache.setQueryData(key, made)
    return made
  })
  // The address may say otherwise by now: chains are chosen in the browser, and Back shows what the server sent before.
  useEffect(() => {
    reader.choose(chosenChains(new URL(location.href).searchParams.get('chains'), chains))
    reader.start()
  }, [reader, chains])
  useEffect(() => reader.stop, [reader])
  return { reader, view: useSyncExternalStore(reader.subscribe, reader.view, reader.view) }
}

const isCurrent = ({ feeds }: TimelineView, first: Timeline['first']): boolean =>
  feeds.every(({ chain, rows }) => {
    const page = first[chain.chain]?.page
    return !page || page.rows[0]?.hash === rows[0]?.transaction.hash
  })
