import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Who may import whom. A rule covers the files whose path starts with its key, the longest key wins; its list says which
 * other folders (or files) may be imported; a folder's own files always may. A file without a rule fails.
 */
const contracts = ['lib/evm/contract', 'lib/aptos/contract', 'lib/sign-in/contract']
const systemBase = ['lib/api', 'lib/encoding', 'lib/store', 'lib/indexing', 'lib/nodes']
const rules: Record<string, string[]> = {
  app: [
    'components',
    'lib/pages',
    'lib/site/site.ts',
    'lib/systems.ts',
    'lib/served-apis.ts',
    'lib/api',
    ...contracts,
    'lib/format',
  ],
  components: ['lib/api', ...contracts, 'lib/format', 'lib/pages/page-content.ts', 'lib/site/site.ts'],
  'components/kit': ['components/ui', 'components/browser-send.ts', 'lib/api', 'lib/format'],
  'lib/api': [],
  'lib/encoding': [],
  'lib/format': ['lib/api'],
  'lib/store': ['lib/api'],
  'lib/indexing': ['lib/api', 'lib/store'],
  'lib/nodes': ['lib/api'],
  'lib/outbound': ['lib/api'],
  'lib/process': [],
  'lib/gateway': ['lib/api', 'lib/format', 'lib/site/site.ts'],
  'lib/export': ['lib/api', 'lib/format'],
  'lib/pages': ['lib/api', ...contracts, 'lib/format', 'lib/export', 'lib/site/site.ts'],
  'lib/evm': [...systemBase, 'lib/outbound'],
  'lib/evm/contract': ['lib/api'],
  'lib/aptos': systemBase,
  'lib/aptos/contract': ['lib/api'],
  'lib/sign-in': systemBase,
  'lib/sign-in/contract': ['lib/api', 'lib/encoding'],
  'lib/demo': ['lib/evm/node', 'lib/aptos/node'],
  // What a process starts with, and what it is composed of, may import everything in lib; nothing in lib's folders imports them.
  'lib/systems.ts': ['lib'],
  'lib/worker.ts': ['lib'],
  'lib/web.ts': ['lib', 'lib/systems.ts'],
  'lib/api-server.ts': ['lib', 'lib/systems.ts'],
  'lib/api-routes.ts': ['lib/systems.ts', 'lib/handlers.ts'],
  'lib/listen.ts': ['lib/process'],
  'lib/start-process.ts': ['lib'],
  'lib/http-server.ts': [],
  'lib/start.ts': ['lib'],
  'lib/handlers.ts': ['lib', 'package.json'],
  'lib/sources.ts': ['lib'],
  'lib/open-database.ts': ['lib'],
  'lib/served-apis.ts': ['lib/api', ...contracts],
  'lib/config.ts': ['lib/evm/contract', 'lib/config-values.ts', 'lib/site'],
  'lib/config-values.ts': ['lib/outbound'],
  'lib/site': ['lib/config-values.ts', 'lib/evm/contract'],
  'lib/build-state.ts': [],
  'lib/check-node.mjs': [],
}
const roots = ['app', 'components', 'lib']
/** Only the server's composition may be reached from pages; these may not, whatever a rule says. */
const entryPoints = ['lib/systems.ts', 'lib/worker.ts', 'lib/web.ts', 'lib/api-server.ts', 'lib/start.ts']

const sourceFiles = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))

/** Static, dynamic, re-exporting and bare imports, and whether the import is of types alone. */
const importsOf = (file: string): { specifier: string; typeOnly: boolean }[] => {
  const text = readFileSync(file, 'utf8')
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...text.matchAll(pattern)].map(([, type, named, dynamic]) => ({
    specifier: named ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }))
}

const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

const ruleOf = (file: string): string | undefined =>
  Object.keys(rules)
    .filter((folder) => inside(file, folder))
    .sort((a, b) => b.length - a.length)[0]

const targetOf = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : undefined
}

const faultsOf = (file: string): string[] => {
  const rule = ruleOf(file)
  if (rule === undefined) return [`${file}: has no rule in this table`]
  return importsOf(file).flatMap(({ specifier }) => {
    const target = targetOf(file, specifier)
    if (specifier.startsWith('..')) return [`${file}: imports upwards (${specifier})`]
    if (target === undefined) return []
    const allowed = [rule, ...(rules[rule] ?? [])]
    const isAllowed =
      allowed.some((folder) => inside(target, folder)) &&
      (ruleOf(target) !== undefined || target === 'package.json' || target.endsWith('.css'))
    const entersApart = entryPoints.includes(target) && !(rules[rule] ?? []).includes(target)
    return isAllowed && !entersApart ? [] : [`${file}: may not import ${relative('.', target)}`]
  })
}

describe('the dependency rules', () => {
  test('every import follows the table', () => {
    expect(sourceFiles.length).toBeGreaterThan(20)
    expect(sourceFiles.flatMap(faultsOf)).toEqual([])
  })

  test('every rule covers something', () => {
    const unused = Object.keys(rules).filter((folder) => !sourceFiles.some((file) => inside(file, folder)))
    expect(unused).toEqual([])
  })

  test('browser code imports contracts as types only, and no server library', () => {
    const clientFiles = sourceFiles.filter((file) => /^['"]use client['"]/.test(readFileSync(file, 'utf8')))
    const server = /^(zod|luxon|viem|kysely|pg|pino|undici|prom-client|rate-limiter-flexible|node:)/
    const faults = clientFiles.flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, typeOnly }) => {
          if (typeOnly) return false
          const isContract = /^#lib\/[\w-]+\/contract\//.test(specifier) && !/\/(routes|chains)\.ts$/.test(specifier)
          return isContract || server.test(specifier)
        })
        .map(({ specifier }) => `${file}: ${specifier}`),
    )
    expect(faults).toEqual([])
  })

  test('the environment is read in one place', () => {
    // Code that is shown to a reader stands between quotes.
    const code = (file: string) => readFileSync(file, 'utf8').replace(/"[^"\n]*"/g, '')
    const readers = sourceFiles.filter((file) => /process\.env\b/.test(code(file)))
    expect(readers.sort()).toEqual(['lib/config.ts', 'lib/start.ts'])
  })

  test('a file that breaks a rule is reported', () => {
    const sample = join('lib', 'api', 'route.ts')
    expect(ruleOf(sample)).toBe('lib/api')
    expect(ruleOf('lib/unknown/file.ts')).toBeUndefined()
    expect(targetOf('lib/evm/writer.ts', './tables.ts')).toBe('lib/evm/tables.ts')
  })
})
