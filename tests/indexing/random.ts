/** A seeded source of chance (mulberry32): the same seed gives the same run. */
export type Chance = {
  /** From 0 up to 1. */
  fraction(): number
  /** A whole number from..to, both included. */
  integer(from: number, to: number): number
  happens(probability: number): boolean
}

export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    integer: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    happens: (probability) => fraction() < probability,
  }
}
