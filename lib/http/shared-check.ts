export type SharedCheckOptions = {
  /** Callers wait no longer: a slower check would time out at a load balancer. */
  withinMs: number
  /** A check that never ends, e.g. on a connection that died silently, is started again after this time. */
  giveUpMs: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** A check shared by concurrent callers. Undefined if it failed or took too long. */
export const createSharedCheck = <Value>(
  check: () => Promise<Value>,
  { withinMs, giveUpMs, now = () => performance.now() }: SharedCheckOptions,
): (() => Promise<Value | undefined>) => {
  let latest: { startedAt: number; answer: Promise<Value | undefined> } | undefined

  const start = () => {
    const { promise: isLate, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, withinMs, undefined)
    const outcome = check().catch(() => undefined)
    const started = { startedAt: now(), answer: Promise.race([outcome, isLate]) }
    void outcome.then(() => {
      clearTimeout(timer)
      if (latest === started) latest = undefined
    })
    return started
  }

  return () => {
    if (latest === undefined || now() - latest.startedAt >= giveUpMs) latest = start()
    return latest.answer
  }
}
