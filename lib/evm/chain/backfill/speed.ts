const windowMs = 60_000

type Amount = { rows: number; blocks: number }

/** Rows and blocks per second over the last minute of work. */
export type Speed = {
  add(amount: Amount, now: number): void
  perSecond(now: number): { rows_per_second: number | null; blocks_per_second: number | null }
}

export const createSpeed = (startedAt: number): Speed => {
  let samples: (Amount & { at: number })[] = []
  let since = startedAt
  return {
    add: (amount, now) => {
      samples.push({ ...amount, at: now })
      const kept = samples.findIndex(({ at }) => at >= now - windowMs)
      if (kept <= 0) return
      since = samples[kept - 1]?.at ?? since
      samples = samples.slice(kept)
    },
    perSecond: (now) => {
      const seconds = (now - since) / 1_000
      if (!samples.length || seconds <= 0) return { rows_per_second: null, blocks_per_second: null }
      const sum = (of: keyof Amount) => samples.reduce((total, sample) => total + sample[of], 0)
      return { rows_per_second: sum('rows') / seconds, blocks_per_second: sum('blocks') / seconds }
    },
  }
}
