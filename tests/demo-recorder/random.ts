import { seeded } from '#tests/support/seeded.ts'

export type Random = {
  /** A number in [0, 1). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  weighted<T>(items: readonly (readonly [T, number])[]): T
}

/** Seeded random numbers: the same seed tells the same story on every machine. */
export function seededRandom(seed: number): Random {
  const next = seeded(seed)
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('nothing to pick from')
    return items[whole(0, items.length - 1)] as T
  }
  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('nothing to pick from')
  }
  return { next, whole, chance: (probability) => next() < probability, pick, weighted }
}
