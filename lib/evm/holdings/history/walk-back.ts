/** The change of a balance by a block's transfers. */
export type Change = { block: number; timestamp: number; delta: bigint }
export type Point = { block: number; timestamp: number; balance: bigint }

export type Walk = {
  /** Newest first. */
  points: Point[]
  /** The balance before the last of the points. */
  before: bigint
  /** False if the balance becomes negative: the token changes balances without transfers. */
  isExact: boolean
}

/** Balances after each of the blocks, counted back from the balance after the newest of them; `changes` are newest first. */
export const walkBack = (balance: bigint, changes: readonly Change[]): Walk => {
  const points: Point[] = []
  let after = balance
  for (const { block, timestamp, delta } of changes) {
    if (after < 0n) return { points, before: after, isExact: false }
    points.push({ block, timestamp, balance: after })
    after -= delta
  }
  return { points, before: after, isExact: after >= 0n }
}
