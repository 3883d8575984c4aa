import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'
import { afterEach, expect, test, vi } from 'vitest'

/*
 * No regular expression of the product may take more than linear time on a hostile text. One that the checker cannot decide
 * counts as a failure: bound its repetitions, or scan the text without one.
 */

type Found = { file: string; source: string; flags: string }

const roots = ['app', 'components', 'lib']
/** Built from values that are only known at run time; each escapes them. */
const builtAtRunTime = ['lib/base/logger.ts']
/** Checks are bounded by the characters that they read, not by time: the verdicts are the same on a busy machine. */
const bounds = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 1 }
const checksAtOnce = 2

const files = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))

/** The literals of a file, and whether it builds others with `RegExp`. */
const readFile = (file: string): { literals: Found[]; builds: boolean } => {
  const literals: Found[] = []
  let builds = false
  const isConstructor = (callee: { type: string }) =>
    callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp'
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: ({ callee }) => {
      if (isConstructor(callee)) builds = true
    },
    CallExpression: ({ callee }) => {
      if (isConstructor(callee)) builds = true
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return { literals, builds }
}

/** What the modules build while they are loaded, by the file in which it happens. */
const builtBy = async (modules: readonly string[]): Promise<Found[]> => {
  const built: Found[] = []
  const Original = RegExp
  vi.stubGlobal(
    'RegExp',
    new Proxy(Original, {
      construct: (target, given: [string, string?]) => {
        const made = new target(...given)
        const frames = (new Error().stack ?? '').split('\n')
        const file = frames.map((frame) => modules.find((module) => frame.includes(`/${module}`))).find(Boolean)
        if (file) built.push({ file, source: made.source, flags: made.flags })
        return made
      },
    }),
  )
  for (const module of modules) await import(join(process.cwd(), module))
  return built
}

afterEach(() => void vi.unstubAllGlobals())

/**
 * The parts between the bars that are in no group and no class. Nothing follows such an alternation, so nothing makes it try
 * another part once one has matched: its work is the sum of theirs, and small patterns are decided sooner.
 */
const alternativesOf = (source: string): string[] => {
  const parts = ['']
  let depth = 0
  let inClass = false
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    const written = character === '\\' ? source.slice(at, ++at + 1) : character
    if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (!inClass && character === '(') depth += 1
    else if (!inClass && character === ')') depth -= 1
    if (character === '|' && depth === 0 && !inClass) parts.push('')
    else parts.push((parts.pop() ?? '') + written)
  }
  return parts
}

const verdictOf = async ({ file, source, flags }: Found): Promise<string | undefined> => {
  const verdict = await check(source, flags, bounds)
  if (verdict.status === 'safe') return undefined
  const why = verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind
  return `${file}: /${source}/${flags} (${why})`
}

test('every regular expression runs in linear time', { timeout: 400_000 }, async ({ onTestFailed }) => {
  const read = files.map((file) => ({ file, ...readFile(file) }))
  const builders = read.filter(({ builds }) => builds).map(({ file }) => file)
  const built = await builtBy(builders)
  const silent = builders.filter((file) => !built.some((one) => one.file === file))
  expect(silent).toEqual(builtAtRunTime)

  const whole = [...read.flatMap(({ literals }) => literals), ...built]
  expect(whole.length).toBeGreaterThan(300)
  const all = whole.flatMap((one) => alternativesOf(one.source).map((source) => ({ ...one, source })))
  const unique = [...new Map(all.map((one) => [`${one.flags} ${one.source}`, one])).values()]
  const faults: string[] = []
  const undecided = new Set<Found>()
  onTestFailed(() => expect([...undecided], 'the checker never ends').toEqual([]))
  const lane = async (): Promise<void> => {
    for (let next = unique.pop(); next; next = unique.pop()) {
      undecided.add(next)
      const fault = await verdictOf(next)
      if (fault !== undefined) faults.push(fault)
      undecided.delete(next)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, lane))
  expect(faults.sort()).toEqual([])
})

test('a pattern that backtracks is reported, in any alternative', async () => {
  const [first = '', second = ''] = alternativesOf(String.raw`[|(]\|(?:a|b)|^(?:\s+|a)*b`)
  expect([first, second]).toEqual([String.raw`[|(]\|(?:a|b)`, String.raw`^(?:\s+|a)*b`])
  expect(await verdictOf({ file: 'x.ts', source: first, flags: '' })).toBeUndefined()
  expect(await verdictOf({ file: 'x.ts', source: second, flags: '' })).toContain('exponential')
})
