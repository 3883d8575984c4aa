import type { Highlighted, SourceToken } from '#lib/format/source-tokens.ts'

/** A part of a source file that fits on a page. */
export type SourcePage = {
  /** The number of its first line, from 1. */
  first: number
  lines: readonly string[]
  tokens: readonly (readonly SourceToken[])[]
}

const pageLinesMax = 1_000
const pageCharactersMax = 40_000
/** Further ones stay plain: a hostile text may have one for every other character. */
const pageTokensMax = 6_000
/** Longer lines are cut: the file itself has the rest. */
const lineMax = 4_000

/** Where each page of a file starts: as many lines as fit. */
export const pageStarts = (lines: readonly string[]): number[] => {
  const starts = [0]
  let characters = 0
  for (const [index, line] of lines.entries()) {
    const size = Math.min(line.length, lineMax) + 1
    const start = starts.at(-1) ?? 0
    if (index > start && (index - start >= pageLinesMax || characters + size > pageCharactersMax)) {
      starts.push(index)
      characters = 0
    }
    characters += size
  }
  return starts
}

/** The lines from one index to the next, as they are shown. */
export const sourcePage = (lines: readonly string[], tokens: Highlighted, start: number, end: number): SourcePage => {
  let left = pageTokensMax
  return {
    first: start + 1,
    lines: lines.slice(start, end).map((line) => (line.length > lineMax ? `${line.slice(0, lineMax)}…` : line)),
    tokens: lines.slice(start, end).map((_, index) => {
      const shown = (tokens[start + index] ?? []).slice(0, left)
      left -= shown.length
      return shown
    }),
  }
}

/** Lines of a file; a last line break does not begin another one. */
export const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}
