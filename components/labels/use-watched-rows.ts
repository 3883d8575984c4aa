import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pacedQueries } from '#components/kit/rows/paced-queries.ts'
import type { ListedLabel } from './stored/listed-labels.ts'
import { type RowsSince, rowsSince } from './stored/rows-since.ts'
import { beginVisit } from './stored/visit.ts'
import { keepVisit, knownVisits } from './stored/visit-store.ts'

/** Each takes one request of the visitor's budget. */
const watchedMax = 100

/**
 * New rows of the watched wallets in a list since their last visit, requested a few at a time. Wallets whose request
 * failed are omitted.
 */
export const useWatchedRows = (listed: readonly ListedLabel[]) => {
  const cache = useQueryClient()
  const [found, setFound] = useState<ReadonlyMap<string, RowsSince>>(new Map())
  const wallets = new Map(
    listed
      .filter(({ label }) => label.isWatched && label.kind === 'wallet')
      .slice(0, watchedMax)
      .map(({ key, label: { chain, subject } }) => [key, { chain, subject }]),
  )
  const keys = [...wallets.keys()].sort().join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallets are asked for once
  useEffect(() => {
    const asking = new AbortController()
    const ask = pacedQueries(cache, asking.signal)
    const look = async () => {
      const visits = await knownVisits()
      await Promise.allSettled(
        [...wallets].map(async ([key, wallet]) => {
          const position = visits.get(key)?.shown.position
          const since = await ask({
            queryKey: ['rows-since', key, position],
            queryFn: () => rowsSince(wallet, position),
          })
          if (!since) return
          if (position === undefined) await keepVisit(key, beginVisit(undefined, Date.now(), since.newest))
          setFound((before) => new Map(before).set(key, since))
        }),
      )
    }
    void look()
    return () => asking.abort()
  }, [keys])
  const markAllSeen = async () => {
    for (const [key, { newest }] of found) await keepVisit(key, beginVisit(undefined, Date.now(), newest))
    setFound(new Map())
  }
  return { found, markAllSeen }
}
