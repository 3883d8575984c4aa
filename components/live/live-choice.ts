'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** Whether live updates are on; stored under this name as `off`. */
const storageKey = 'live'

let isOn: boolean | undefined
/** Lists whose last request failed. */
const failing = new Set<string>()
const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

const readChoice = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

const choice = (): boolean => {
  isOn ??= readChoice()
  return isOn
}

export const switchLive = (): void => {
  isOn = !choice()
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Storage is not available: the choice applies to this visit.
  }
  notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsLiveOn = (): boolean => useSyncExternalStore(subscribe, choice, () => true)
/** The same, and off until it is known: for what would ask as soon as the page is interactive. */
export const useIsLiveWanted = (): boolean => useSyncExternalStore(subscribe, choice, () => false)
export const useIsRetrying = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => failing.size > 0,
    () => false,
  )

/** Reports a failed list for as long as it is mounted. */
export const useLiveFault = (list: string, hasFailed: boolean): void => {
  useEffect(() => {
    if (!hasFailed) return
    failing.add(list)
    notify()
    return () => {
      failing.delete(list)
      notify()
    }
  }, [list, hasFailed])
}

/** The interval of a list that is polled; `quietMs` while the server tells of changes. A failing list is retried less often. */
export const liveInterval =
  (everyMs: number | false, quietMs = everyMs) =>
  ({
    state: { status, fetchFailureCount },
  }: {
    state: { status: string; fetchFailureCount: number }
  }): number | false =>
    everyMs !== false && (status === 'error' || fetchFailureCount > 0) ? Math.max(everyMs, retryMs) : quietMs

const retryMs = 5_000
