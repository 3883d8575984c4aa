type Mined = { number: number; seconds: number }

/**
 * When a block will be mined, in unix seconds, at the mean time per block between two blocks of its chain; undefined if they give
 * none.
 */
export const expectedBlockSeconds = (number: number, newest: Mined, older: Mined | undefined): number | undefined => {
  if (!older || older.number >= newest.number || older.seconds >= newest.seconds) return undefined
  const perBlock = (newest.seconds - older.seconds) / (newest.number - older.number)
  return Math.round(newest.seconds + (number - newest.number) * perBlock)
}
