import { setTimeout as wait } from 'node:timers/promises'

/**
 * The position that each chain is indexed to, by the chain's name in URLs: `height.hash`, the hash only where blocks can be replaced. It
 * differs after every new block and after every reorg.
 */
export type Tips = Readonly<Record<string, string>>

export type TipsWatch = {
  /** The tips now; empty before they were read for the first time. */
  current(): Tips
  /** Calls back with the tips that changed, until it is unsubscribed. The database is only read while somebody is subscribed. */
  subscribe(onChange: (changed: Tips) => void): () => void
}

export type TipsWatchOptions = {
  read: () => Promise<Tips>
  /** Differs after every change of the data; undefined if that is not known, and tips are read each time. */
  version: () => string | undefined
  onFailure: (error: unknown) => void
  everyMs?: number
}

/** Chains with several blocks a second are told of at this pace. */
const defaultEveryMs = 250

/** Watches the tips for all subscribers of a process together. */
export const createTipsWatch = ({
  read,
  version,
  onFailure,
  everyMs = defaultEveryMs,
}: TipsWatchOptions): TipsWatch => {
  const listeners = new Set<(changed: Tips) => void>()
  let tips: Tips = {}
  let seen: string | undefined
  let isWatching = false

  const look = async (): Promise<void> => {
    const now = version()
    if (now !== undefined && now === seen) return
    const next = await read()
    seen = now
    const changed = Object.fromEntries(Object.entries(next).filter(([chain, tip]) => tips[chain] !== tip))
    tips = next
    if (Object.keys(changed).length > 0) for (const listener of [...listeners]) listener(changed)
  }
  const watch = async (): Promise<void> => {
    while (listeners.size > 0) {
      await look().catch(onFailure)
      await wait(everyMs)
    }
    isWatching = false
  }

  return {
    current: () => tips,
    subscribe: (onChange) => {
      listeners.add(onChange)
      if (!isWatching) {
        isWatching = true
        void watch()
      }
      return () => void listeners.delete(onChange)
    },
  }
}
