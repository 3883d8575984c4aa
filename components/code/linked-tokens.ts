import type { Token } from '#lib/format/source-tokens.ts'

/** Makes a part of a line a token of another kind; tokens that it covers in part keep the rest. */
export const withToken = (tokens: readonly Token[], [start, length, kind]: Token): Token[] => {
  const end = start + length
  const others = tokens.flatMap(([at, size, own]): Token[] => {
    const before: Token = [at, Math.min(at + size, start) - at, own]
    const after: Token = [Math.max(at, end), at + size - Math.max(at, end), own]
    return [before, after].filter(([, rest]) => rest > 0)
  })
  return [...others, [start, length, kind] satisfies Token].sort(([a], [b]) => a - b)
}
