import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, inCycles, reachable, readImports, sourceImports } from './architecture/imports.ts'
import { foldersOfPlainRooms, foldersOfRooms, rules } from './architecture/rules.ts'

/** Only the server's composition may be reached from pages; these may not, whatever a rule says. */
const entryPoints = ['lib/systems.ts', 'lib/worker.ts', 'lib/web.ts', 'lib/api-server.ts', 'lib/start.ts']
const composition = ['lib/web.ts', 'lib/api-server.ts', 'lib/api-routes.ts', 'components/kit/server.ts', 'app']

const imports = sourceImports()
const sourceFiles = [...imports.keys()]

const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

const ruleOf = (path: string): string | undefined =>
  Object.keys(rules)
    .filter((key) => inside(path, key))
    .sort((a, b) => b.length - a.length)[0]

/** Whether an entry of a rule lets its files import the target: a folder does not open the rooms and files within that have rules. */
const opens = (entry: string, target: string): boolean => {
  if (!inside(target, entry)) return false
  const rule = ruleOf(target)
  return rule === undefined || entry === 'lib' || entry === 'components' || inside(entry, rule)
}

const faultsOf = (file: string, imported: readonly Import[]): string[] => {
  const rule = ruleOf(file)
  if (rule === undefined) return [`${file}: has no rule`]
  const allowed = rules[rule] ?? []
  return imported.flatMap(({ specifier, target }) => {
    if (specifier.startsWith('..')) return [`${file}: imports upwards (${specifier})`]
    if (target === undefined) return []
    const isKnown = ruleOf(target) !== undefined || target === 'package.json' || target.endsWith('.css')
    const isOwn = ruleOf(target) === rule
    const isEntry = entryPoints.includes(target) && !composition.includes(rule) && !isOwn
    const isAllowed = isOwn || allowed.some((entry) => opens(entry, target))
    return isKnown && isAllowed && !isEntry ? [] : [`${file}: may not import ${target}`]
  })
}

/** A graph of what imports what, where files of one node are folded together. */
const graphOf = (files: readonly string[], nodeOf: (file: string) => string): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const targets = (imports.get(file) ?? []).flatMap(({ target }) => (target && imports.has(target) ? [target] : []))
    const node = nodeOf(file)
    graph.set(node, new Set([...(graph.get(node) ?? []), ...targets.map(nodeOf)]))
  }
  return graph
}

describe('the dependency rules', () => {
  test('every import follows the table', () => {
    expect(sourceFiles.length).toBeGreaterThan(20)
    expect([...imports].flatMap(([file, imported]) => faultsOf(file, imported))).toEqual([])
  })

  test('every folder of the product and of a family has a rule', () => {
    const folders = foldersOfRooms.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !foldersOfRooms.includes(join(folder, entry.name)))
        .map(({ name }) => join(folder, name)),
    )
    expect(folders.filter((folder) => rules[folder] === undefined)).toEqual([])
  })

  test('every rule matches a file', () => {
    expect(Object.keys(rules).filter((key) => !sourceFiles.some((file) => inside(file, key)))).toEqual([])
  })

  test('there are no cycles among rules, files or folders', () => {
    const named = Object.entries(rules).filter(([, list]) => !list.includes('lib') && !list.includes('components'))
    const table = new Map(named.map(([key, list]) => [key, new Set(list.map((entry) => ruleOf(entry) ?? entry))]))
    expect(inCycles(table)).toEqual([])
    const files = sourceFiles.filter((file) => !inside(file, 'app'))
    expect(inCycles(graphOf(files, (file) => ruleOf(file) ?? file))).toEqual([])
    expect(inCycles(graphOf(files, (file) => file))).toEqual([])
    // A family's own list of its pages stands above its rooms.
    const isAbove = (file: string) => dirname(file) === 'components' || file.endsWith('/pages.ts')
    const inFolders = files.filter((file) => inside(file, 'components') && !isAbove(file))
    expect(inCycles(graphOf(inFolders, dirname))).toEqual([])
    const inRooms = files.filter((file) => foldersOfPlainRooms.some((folder) => inside(file, folder)))
    expect(inCycles(graphOf(inRooms, dirname))).toEqual([])
  })

  test('no folder has more than 25 files', () => {
    const folders = sourceFiles.map(dirname)
    const count = new Map(folders.map((folder) => [folder, folders.filter((other) => other === folder).length]))
    expect([...count].filter(([, files]) => files > 25)).toEqual([])
    const declarations = ['family.ts', 'in-browser.ts', 'pages.ts', 'sections.tsx']
    expect(sourceFiles.filter((file) => /^components\/(evm|aptos)\/[^/]+$/.test(file))).toEqual(
      ['aptos', 'evm'].flatMap((family) => declarations.map((file) => `components/${family}/${file}`)),
    )
  })

  test('a file that breaks a rule is reported', () => {
    const faultOf = (file: string, text: string) => faultsOf(file, readImports(file, text))
    expect(faultOf('lib/unknown/file.ts', '')).toEqual(['lib/unknown/file.ts: has no rule'])
    expect(faultOf('lib/evm/proof/a.ts', "import type { B } from '#lib/evm/node/transport/pool.ts'")).toHaveLength(1)
    expect(faultOf('lib/evm/proof/a.ts', "import type { B } from '#lib/evm/node/block.ts'")).toEqual([])
    expect(faultOf('lib/evm/queries/a.ts', "import { b } from '#lib/evm/writer/b.ts'")).toHaveLength(1)
    expect(faultOf('lib/evm/queries/nft/a.ts', "import { b } from '#lib/evm/queries/wallet/b.ts'")).toHaveLength(1)
    expect(faultOf('lib/aptos/queries/a.ts', "export * from '#lib/evm/contract/interface/api.ts'")).toHaveLength(1)
    expect(faultOf('components/evm/wallet/a.ts', "import { b } from '#components/evm/token/b.ts'")).toHaveLength(1)
    expect(faultOf('components/evm/wallet/a.ts', "import { b } from '#components/evm/parts/b.ts'")).toEqual([])
    expect(faultOf('lib/gateway/a.ts', "const b = await import('#lib/systems.ts')")).toHaveLength(1)
    expect(
      inCycles(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['c'])],
          ['c', new Set(['b'])],
        ]),
      ),
    ).toEqual(['b', 'c'])
  })
})

describe('browser code', () => {
  /** Everything that a browser gets: the `'use client'` files, workers' scripts, and whatever they import for more than a type. */
  const clientFiles = sourceFiles.filter((file) => /^['"]use client['"]/.test(readFileSync(file, 'utf8')))
  const values = (file: string): Import[] => (imports.get(file) ?? []).filter(({ isTypeOnly }) => !isTypeOnly)
  const browserFiles = [
    ...reachable(clientFiles, (file) =>
      values(file).flatMap(({ target }) => (target && imports.has(target) ? [target] : [])),
    ),
  ]

  test('imports no server library, no Node built-in and no server folder', () => {
    const packages =
      /^(zod|luxon|viem|kysely|pg|pg-copy-streams|pino|undici|prom-client|rate-limiter-flexible|sharp|hash-wasm|hono|shiki|@hono\/|node:)/
    // Parts of the platform that browsers share. A contract is for types alone, but for its paths, chains and formats.
    const shared =
      /^(app|components|lib\/api|lib\/format|lib\/recognise)\/|^lib\/[\w-]+\/contract\/(format\/[\w-]+|routes(\/[\w-]+)?|(interface|explorer)\/routes(\/[\w-]+)?|tab-paths|linked-tabs|chains|own-chains|chain-names|paths|recogniser)\.ts$|^lib\/pages\/(compare-pages|page-content|question|server-paths)\.ts$|^lib\/site\/site\.ts$/
    expect(browserFiles.length).toBeGreaterThan(clientFiles.length)
    expect(
      browserFiles.flatMap((file) => [
        ...(shared.test(file) ? [] : [`${file}: is not for browsers`]),
        ...values(file).flatMap(({ specifier }) => (packages.test(specifier) ? [`${file}: ${specifier}`] : [])),
      ]),
    ).toEqual([])
  })
})

test('only the configuration reads the environment', () => {
  // Code that is shown to a reader stands between quotes.
  const code = (file: string) => readFileSync(file, 'utf8').replace(/"[^"\n]*"/g, '')
  const readers = sourceFiles.filter((file) => /process\.env\b/.test(code(file)))
  expect(readers.sort()).toEqual([
    'lib/build/end-with-parent.mjs',
    'lib/build/pages-folder.ts',
    'lib/build/run-child.ts',
    'lib/config.ts',
    'lib/start.ts',
  ])
})
