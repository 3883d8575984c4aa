/** Maximum length of a text sent to a page. */
const textMax = 600
/** Maximum length of all long texts of one response sent to a page. */
const allTextsMax = 48_000
/** Hashes, addresses and amounts are shorter than this, and never cut. */
export const neverCutMax = 80

const lengths = [textMax, 200, neverCutMax] as const

/** The beginning of a long text, which then ends in `…`. A character outside the basic plane is not cut in two. */
export const cutText = (text: string, max: number = textMax): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`

/**
 * A response with its long texts cut, for a page: names, descriptions, metadata and calldata are untrusted, and must
 * not make a page large. Short responses are returned unchanged.
 */
export const cutTexts = <Value>(value: Value): Value => {
  const long: number[] = []
  measure(value, long)
  if (long.length === 0) return value
  const sumAt = (max: number) => long.reduce((sum, length) => sum + Math.min(length, max), 0)
  const max = lengths.find((length) => sumAt(length) <= allTextsMax) ?? neverCutMax
  return cut(value, max) as Value
}

const measure = (value: unknown, long: number[]): void => {
  if (typeof value === 'string') {
    if (value.length > neverCutMax) long.push(value.length)
  } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) measure(item, long)
}

/** Values without a text to cut are returned as they are, not as copies: most of a large response has none. */
const cut = (value: unknown, max: number): unknown => {
  if (typeof value === 'string') return cutText(value, max)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => cut(item, max))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let changed: Record<string, unknown> | undefined
  for (const [name, item] of Object.entries(value)) {
    const shorter = cut(item, max)
    if (shorter === item) continue
    changed ??= { ...value }
    changed[name] = shorter
  }
  return changed ?? value
}
