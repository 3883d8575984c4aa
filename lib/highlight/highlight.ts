import { createHash } from 'node:crypto'
import { createCssVariablesTheme, createHighlighterCoreSync, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import json from 'shiki/langs/json.mjs'
import move from 'shiki/langs/move.mjs'
import solidity from 'shiki/langs/solidity.mjs'
import vyper from 'shiki/langs/vyper.mjs'
import { type Highlighted, type SourceToken, tokenKinds } from '#lib/format/source-tokens.ts'

export type SourceLanguage = 'solidity' | 'vyper' | 'json' | 'move'

type HighlightLimits = {
  /** Longer texts are not highlighted. */
  charactersMax: number
  /** Longer lines are not highlighted: their number of tokens is unbounded, and hostile text would cost the most there. */
  lineMax: number
  /** Time limits for the whole text and for each line: the first ones compile the expressions of the grammar. */
  textMs: number
  lineMs: number
  now: () => number
}

const defaultLimits: HighlightLimits = {
  charactersMax: 400_000,
  lineMax: 500,
  textMs: 1_500,
  lineMs: 250,
  now: () => performance.now(),
}
/** Lines between which other requests are served. */
const linesAtOnce = 100

const theme = 'spyglass'
const variablePrefix = '--c-'
const kindOfColor: ReadonlyMap<string, number> = new Map(
  (
    [
      ['token-comment', 'comment'],
      ['token-keyword', 'keyword'],
      ['token-string', 'string'],
      ['token-string-expression', 'string'],
      ['token-function', 'function'],
      ['token-constant', 'constant'],
    ] as const
  ).map(([name, kind]) => [`var(${variablePrefix}${name})`, tokenKinds.indexOf(kind)]),
)

let loaded: HighlighterCore | undefined

/** Grammars are loaded once per process, when the first file is shown. */
const highlighter = (): HighlighterCore => {
  loaded ??= createHighlighterCoreSync({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix, fontStyle: false })],
    langs: [solidity, vyper, json, move],
    engine: createJavaScriptRegexEngine(),
  })
  return loaded
}

/**
 * Finds the tokens of a source file (lines ended by `\n`), which may be hostile: size and time are bounded, and what is beyond a limit stays plain.
 * Other work runs in between.
 */
export const highlight = async (
  text: string,
  language: SourceLanguage,
  limits: Partial<HighlightLimits> = {},
): Promise<Highlighted> => {
  const { charactersMax, lineMax, textMs, lineMs, now } = { ...defaultLimits, ...limits }
  if (text.length > charactersMax) return []
  const lines = text.split('\n')
  const found: (readonly SourceToken[])[] = []
  const endsAt = now() + textMs
  const { codeToTokensBase, getLastGrammarState } = highlighter()
  let grammarState: ReturnType<typeof getLastGrammarState> | undefined
  for (let first = 0; first < lines.length && now() < endsAt; first += linesAtOnce) {
    const part = lines.slice(first, first + linesAtOnce).join('\n')
    const tokens = codeToTokensBase(part, {
      lang: language,
      theme,
      grammarState,
      tokenizeMaxLineLength: lineMax,
      tokenizeTimeLimit: lineMs,
    })
    grammarState = getLastGrammarState(tokens)
    found.push(...tokens.map(colouredTokens))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

/** Neighbours of one kind become one token. */
const colouredTokens = (line: readonly { content: string; color?: string }[]): SourceToken[] => {
  const found: [number, number, number][] = []
  let start = 0
  for (const { content, color } of line) {
    const kind = kindOfColor.get(color ?? '')
    const last = found.at(-1)
    if (kind !== undefined && last?.[2] === kind && last[0] + last[1] === start) last[1] += content.length
    else if (kind !== undefined) found.push([start, content.length, kind])
    start += content.length
  }
  return found
}

/** Characters of highlighted texts that are kept; their tokens take a few bytes each. */
const keptMax = 4_000_000

const kept = new Map<string, { size: number; tokens: Promise<Highlighted> }>()
let keptSize = 0
/** One text at a time: they share the process with every other request. */
let last: Promise<unknown> = Promise.resolve()

/** The tokens of a file: visitors of one file share them. */
export const keptHighlight = (text: string, language: SourceLanguage): Promise<Highlighted> => {
  const key = `${language} ${createHash('sha256').update(text).digest('base64')}`
  const known = kept.get(key)
  if (known) {
    // The most recently used come last.
    kept.delete(key)
    kept.set(key, known)
    return known.tokens
  }
  const tokens = last.then(() => highlight(text, language))
  last = tokens.catch(() => undefined)
  kept.set(key, { size: text.length, tokens })
  keptSize += text.length
  for (const [oldest, { size }] of kept) {
    if (keptSize <= keptMax || oldest === key) break
    kept.delete(oldest)
    keptSize -= size
  }
  return tokens
}
