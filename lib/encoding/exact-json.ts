/*
 * JSON with every digit of its integers: those beyond 2^53 are read as `bigint`, and written as they were.
 * Uses the source text that JSON.parse passes to its reviver, and JSON.rawJSON (ECMAScript 2026, "JSON.parse source text access").
 */

type Source = { source?: string }

/** @throws SyntaxError */
export const parseExact = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: Source): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const { source = '' } = context ?? {}
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  })

export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? rawJson(String(inner)) : inner))

const rawJson = (text: string): unknown => {
  const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }
  return rawJSON(text)
}
