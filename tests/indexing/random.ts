import { seeded } from '#tests/support/seeded.ts'

/** A seeded source of chance: the same seed gives the same run. */
export type Chance = {
  /** From 0 up to 1. */
  fraction(): number
  /** A whole number from..to, both included. */
  integer(from: number, to: number): number
  happens(probability: number): boolean
}

export const createChance = (seed: number): Chance => {
  const fraction = seeded(seed)
  return {
    fraction,
    integer: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    happens: (probability) => fraction() < probability,
  }
}
