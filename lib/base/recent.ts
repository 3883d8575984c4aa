/** Caches a result for a limited time; concurrent callers share one request. Failures are not cached. */
export const recent = <T>(
  read: () => Promise<T>,
  ageMaxMs: number,
  now: () => number = Date.now,
): (() => Promise<T>) => {
  let kept: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (kept === undefined || now() - kept.at > ageMaxMs) {
      const asked = { at: now(), answer: read() }
      kept = asked
      asked.answer.catch(() => {
        if (kept === asked) kept = undefined
      })
    }
    return kept.answer
  }
}
