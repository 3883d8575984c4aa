import { useSyncExternalStore } from 'react'

const storageKey = 'show-folded'
const listeners = new Set<() => void>()
let chosen: boolean | undefined

const read = (): boolean => {
  try {
    chosen ??= localStorage.getItem(storageKey) !== null
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

export const chooseShowAll = (isOn: boolean): void => {
  chosen = isOn
  try {
    if (isOn) localStorage.setItem(storageKey, '1')
    else localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}
