/** `name` is shown below the bar, `title` on hover; `part` is the share of the first of two kinds. */
export type Bar = { name: string; title?: string; value: number; part?: number }

/** The names of a bar's two kinds: the one below, then the one above. */
export type Kinds = readonly [string, string]

/** Multiples of a power of ten at which an axis may end. */
const axisEnds = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

const roundEnd = (most: number, fits: (end: number) => boolean): number => {
  const unit = 10 ** Math.floor(Math.log10(most))
  return axisEnds.map((end) => end * unit).find((end) => end >= most && fits(end)) ?? most
}

/** The end of an axis of counts: round, and so is its half. */
export const axisEnd = (most: number): number => (most <= 1 ? 1 : roundEnd(most, (end) => end % 2 === 0))

/** The same of an axis of amounts, which may have decimals; 1 without any. */
export const amountAxisEnd = (most: number): number => (most > 0 ? roundEnd(most, () => true) : 1)
