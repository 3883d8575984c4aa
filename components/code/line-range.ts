/** The first and the last line, from 1. */
export type LineRange = readonly [number, number]

export const lineRange = (one: number, other: number): LineRange => [Math.min(one, other), Math.max(one, other)]

/** `12` or `12-20`, as in a URL. */
export const lineRangeText = ([from, to]: LineRange): string => (from === to ? String(from) : `${from}-${to}`)

/** Reads `12`, `12-20` or `L12-L20`; undefined for anything else. */
export const readLineRange = (text: string | undefined): LineRange | undefined => {
  const [, from, to = from] = /^L?([1-9]\d{0,6})(?:-L?([1-9]\d{0,6}))?$/.exec(text ?? '') ?? []
  return from === undefined ? undefined : lineRange(Number(from), Number(to))
}
