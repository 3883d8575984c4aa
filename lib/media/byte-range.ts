/** A part of a file, both ends included. */
export type BytePart = { first: number; last: number }

/**
 * Parses a `Range` header (RFC 9110, 14.2) for a file of `length` bytes: one part, `whole` without a supported range,
 * `none` if it is outside the file.
 */
export const bytePart = (header: string | null, length: number): BytePart | 'whole' | 'none' => {
  const range = singleRange(header)
  if (range === undefined) return 'whole'
  const [first, last] = range
  if (first === undefined) {
    const suffix = last ?? 0
    return suffix === 0 || length === 0 ? 'none' : { first: Math.max(0, length - suffix), last: length - 1 }
  }
  return first < length ? { first, last: Math.min(last ?? length - 1, length - 1) } : 'none'
}

/** The header in canonical form for an upstream: one range; undefined for others. */
export const passableRange = (header: string | null): string | undefined => {
  const [first, last] = singleRange(header) ?? []
  return first === undefined && last === undefined ? undefined : `bytes=${first ?? ''}-${last ?? ''}`
}

const singleRange = (header: string | null): [first: number | undefined, last: number | undefined] | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  return [first === '' ? undefined : Number(first), last === '' ? undefined : Number(last)]
}
