import { useEffect, useRef, useState } from 'react'
import { liveInterval } from './live-choice.ts'

/** Lists that the server tells of changes are still fetched now and then: a proxy may hold the stream back. */
const streamedEveryMs = 30_000
/** Pages do not all ask in the same moment. */
const spreadMs = 150

/** A hidden page requests nothing. */
const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })

/**
 * Fetches a live list again after each change of its chain's index. Returns the polling interval: `everyMs` while the server does not
 * report changes, and rarely while it does. `everyMs` is false if live updates are off.
 */
export const useLiveRefetch = (chain: string | undefined, everyMs: number | false) => {
  const [isStreaming, setStreaming] = useState(false)
  const refetch = useRef<() => Promise<unknown>>(undefined)
  const isOn = everyMs !== false
  useEffect(() => {
    if (!isOn || chain === undefined) return
    let stop: (() => void) | undefined
    let isLeft = false
    let state: 'idle' | 'fetching' | 'again' = 'idle'
    const onChange = async () => {
      if (state !== 'idle') {
        state = 'again'
        return
      }
      do {
        state = 'fetching'
        await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs))
        await untilVisible()
        if (!isLeft) await refetch.current?.()
      } while (!isLeft && (state as string) === 'again')
      state = 'idle'
    }
    const start = async () => {
      const { listenToChain } = await import('./live-stream.ts')
      if (!isLeft) stop = listenToChain({ chain, onChange: () => void onChange(), onStreaming: setStreaming })
    }
    // A stream that cannot be loaded leaves the list to polling.
    start().catch(() => undefined)
    return () => {
      isLeft = true
      stop?.()
    }
  }, [chain, isOn])
  return { refetch, refetchInterval: liveInterval(everyMs, isOn && isStreaming ? streamedEveryMs : everyMs) }
}
