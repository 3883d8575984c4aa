/*
 * JSON with every digit of its integers: those beyond 2^53 are read as `bigint`, and written as they were.
 * A reviver with the source text of each value (ECMAScript 2026) would do, but is called for every value: 600 ms for a megabyte
 * of small numbers, which JSON.parse alone reads in 14 ms.
 */

/**
 * Numbers that begin with 16 digits and more, and the texts in which digits mean nothing, which need no end: a search for one would start
 * again at each quote.
 */
const longIntegers = /"(?:[^"\\]|\\.)*"?|-?\d{16,}[\d.eE+-]*/gs
const longDigits = /\d{16}/
/** No chain has longer integers, and reading one takes more than linear time. */
const digitsMax = 1_000
const integer = /^-?[1-9]\d*$/
/** A digit that follows these belongs to a fraction, an exponent or a number that has begun before. */
const begun = /[.eE+\d]/

/** @throws SyntaxError */
export const parseExact = (text: string): unknown => {
  if (!longDigits.test(text)) return JSON.parse(text)
  const found: bigint[] = []
  // A document cannot contain it.
  const mark = crypto.randomUUID()
  const marked = text.replaceAll(longIntegers, (token, at: number) => {
    if (
      token.startsWith('"') ||
      token.length > digitsMax ||
      !integer.test(token) ||
      begun.test(text[at - 1] ?? '') ||
      Number.isSafeInteger(Number(token))
    )
      return token
    return `"${mark}${found.push(BigInt(token)) - 1}"`
  })
  const root: unknown[] = [JSON.parse(marked)]
  if (found.length > 0)
    replaceTexts(root, (one) => (one.startsWith(mark) ? (found[Number(one.slice(mark.length))] ?? one) : one))
  return root[0]
}

/** Replaces all texts inside a value, not recursively: a document may be nested deeply. */
const replaceTexts = (root: unknown[], replace: (text: string) => unknown): void => {
  const waiting: object[] = [root]
  const replaced = (inner: unknown): unknown => {
    if (typeof inner === 'string') return replace(inner)
    if (typeof inner === 'object' && inner !== null) waiting.push(inner)
    return inner
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (let at = 0; at < next.length; at++) next[at] = replaced(next[at])
    else for (const [name, inner] of Object.entries(next)) Object.assign(next, { [name]: replaced(inner) })
  }
}

export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? rawJson(String(inner)) : inner))

const rawJson = (text: string): unknown => {
  const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }
  return rawJSON(text)
}
