/** One clock for all ages on the page: it only ticks while the page is visible. */
const tickMs = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current: number | undefined

const tick = () => {
  current = Date.now()
  for (const listener of listeners) listener()
}

/** The time of the last tick in unix milliseconds; before the first one `fallback`, the server's own time of rendering. */
export const clockNow = (fallback: number): number => current ?? fallback

export const subscribeToClock = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => document.visibilityState === 'visible' && tick(), tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    current = undefined
  }
}
