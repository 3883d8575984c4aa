import { useSyncExternalStore } from 'react'

export const showAllKey = 'show-folded'
const listeners = new Set<() => void>()
let chosen: boolean | undefined

const read = (): boolean => {
  try {
    chosen ??= localStorage.getItem(showAllKey) !== null
  } catch {
    // Storage is not available: the choice applies to this page.
    chosen = false
  }
  return chosen
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether suspicious rows are expanded in every list; only stored in this browser. */
export const useShowAll = (): boolean => useSyncExternalStore(subscribe, read, () => false)

/** For this page; choose-show-all.ts also stores it. */
export const takeShowAll = (isOn: boolean): void => {
  chosen = isOn
  for (const listener of listeners) listener()
}
