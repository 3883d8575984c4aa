import { notifyManager, type QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

type Options = Parameters<QueryObserver['setOptions']>[0]

/**
 * Takes the place of what the query library's hooks have in common, without that for which nothing here asks: suspending, throwing
 * to a boundary (pages show their faults in place), caches that are restored, and other clients than the page's.
 */
export const useBaseQuery = (options: Options, Observer: typeof QueryObserver) => {
  const client = useQueryClient()
  const defaulted = { ...client.defaultQueryOptions(options as never), _optimisticResults: 'optimistic' } as never
  const [observer] = useState(() => new Observer(client, defaulted))
  const result = observer.getOptimisticResult(defaulted)
  useEffect(() => observer.setOptions(defaulted), [defaulted, observer])
  const current = () => observer.getCurrentResult()
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = observer.subscribe(notifyManager.batchCalls(listener))
      // It may have been answered since it was rendered.
      observer.updateResult()
      return unsubscribe
    },
    [observer],
  )
  useSyncExternalStore(subscribe, current, current)
  return observer.trackResult(result)
}
