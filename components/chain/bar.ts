/** `name` is shown below the bar, `title` on hover; `part` is the share of the first of two kinds. */
export type Bar = { name: string; title?: string; value: number; part?: number }

/** The names of a bar's two kinds: the one below, then the one above. */
export type Kinds = readonly [string, string]

/** Multiples of a power of ten at which an axis may end. */
const axisEnds = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The end of an axis of counts: round, and so is its half. */
export const axisEnd = (most: number): number => {
  if (most <= 1) return 1
  const unit = 10 ** Math.floor(Math.log10(most))
  return axisEnds.map((end) => end * unit).find((end) => end >= most && end % 2 === 0) ?? most
}
