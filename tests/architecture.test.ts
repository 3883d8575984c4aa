import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, inCycles, reachable, readImports, sourceImports } from './architecture/imports.ts'
import { componentRooms, inside, libraryRooms, mayImport, roomOf } from './architecture/rules.ts'

const imports = sourceImports()
const sourceFiles = [...imports.keys()]

const faultsOf = (file: string, imported: readonly Import[]): string[] => {
  if (roomOf(file) === undefined) return [`${file}: has no room`]
  return imported.flatMap(({ specifier, target }) => {
    if (specifier.startsWith('..')) return [`${file}: imports upwards (${specifier})`]
    if (target === undefined || target === 'package.json' || target.endsWith('.css')) return []
    return mayImport(file, target) ? [] : [`${file}: may not import ${target}`]
  })
}

/** A graph of what imports what, where files of one node are folded together. */
const graphOf = (files: readonly string[], nodeOf: (file: string) => string): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const targets = (imports.get(file) ?? []).flatMap(({ target }) =>
      target && imports.has(target) && files.includes(target) ? [target] : [],
    )
    const node = nodeOf(file)
    graph.set(node, new Set([...(graph.get(node) ?? []), ...targets.map(nodeOf)]))
  }
  return graph
}

describe('the dependency rules', () => {
  test('every file has a room and imports its own and those above it', () => {
    expect(sourceFiles.length).toBeGreaterThan(20)
    expect([...imports].flatMap(([file, imported]) => faultsOf(file, imported))).toEqual([])
  })

  test('every room has a file', () => {
    const rooms = [...libraryRooms, ...componentRooms]
    expect(rooms.filter((room) => !sourceFiles.some((file) => inside(file, room)))).toEqual([])
  })

  test('no two folders import each other, nor do files', () => {
    expect(inCycles(graphOf(sourceFiles, (file) => file))).toEqual([])
    // Lists of families, and what a process starts with, are beside the folders that they name.
    const isList = (file: string) =>
      inside(file, 'app') ||
      inside(file, 'lib/server') ||
      ['components', 'components/aptos', 'components/evm', 'lib/aptos', 'lib/evm'].includes(dirname(file)) ||
      /^lib\/(aptos|evm)\/family\//.test(file)
    expect(
      inCycles(
        graphOf(
          sourceFiles.filter((file) => !isList(file)),
          dirname,
        ),
      ),
    ).toEqual([])
  })

  test('a subject has the same name in the library, in the pages and in the tests', () => {
    for (const family of ['aptos', 'evm']) {
      const folders = (root: string) =>
        readdirSync(join(root, family), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
      const subjects = new Set([...folders('lib'), ...ofPages])
      expect(folders('components').filter((name) => !subjects.has(name))).toEqual([])
      expect(folders('tests').filter((name) => !subjects.has(name))).toEqual([])
    }
  })

  test('hex, words and the zero address are written in lib/base alone', () => {
    const byHand = /toString\('hex'\)|padStart\(64, '0'\)|'0'\.repeat\((40|64)\)/
    const writes = sourceFiles.filter((file) => byHand.test(readFileSync(file, 'utf8')))
    expect(writes.filter((file) => !file.startsWith('lib/base/'))).toEqual([])
  })

  test('a file that breaks a rule is reported', () => {
    const faultOf = (file: string, text: string) => faultsOf(file, readImports(file, text))
    expect(faultOf('lib/unknown/file.ts', '')).toEqual(['lib/unknown/file.ts: has no room'])
    const upwards = (file: string, target: string) => faultOf(file, `import type { B } from '#${target}'`)
    expect(upwards('lib/evm/chain/checks/a.ts', 'lib/evm/chain/rpc/transport/pool.ts')).toHaveLength(1)
    expect(upwards('lib/evm/chain/checks/a.ts', 'lib/evm/chain/block.ts')).toEqual([])
    expect(upwards('lib/evm/token/a.ts', 'lib/evm/nft/b.ts')).toHaveLength(1)
    expect(upwards('lib/evm/nft/a.ts', 'lib/evm/token/b.ts')).toEqual([])
    expect(upwards('lib/store/a.ts', 'lib/evm/chain/block.ts')).toHaveLength(1)
    expect(upwards('lib/aptos/query/a.ts', 'lib/evm/api/paths.ts')).toHaveLength(1)
    expect(upwards('components/evm/wallet/a.ts', 'components/evm/token/b.ts')).toHaveLength(1)
    expect(upwards('components/evm/wallet/a.ts', 'components/evm/parts/b.ts')).toEqual([])
    expect(upwards('components/evm/wallet/a.ts', 'lib/evm/wallet/contract.ts')).toEqual([])
    expect(upwards('components/evm/wallet/a.ts', 'lib/evm/wallet/wallet-transactions.ts')).toHaveLength(1)
    expect(upwards('components/evm/wallet/a.ts', 'lib/aptos/account/contract.ts')).toHaveLength(1)
    expect(faultOf('lib/gateway/a.ts', "const b = await import('#lib/server/systems.ts')")).toHaveLength(1)
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

/** What pages have besides the subjects: shared parts, frames of several pages, and what several subjects make together. */
const ofPages = ['parts', 'frames', 'status', 'timeline', 'module', 'pages', 'chain']

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
    // Parts of the platform that browsers share. A contract is for types alone.
    const shared =
      /^(app|components|lib\/api|lib\/base|lib\/format|lib\/recognise)\/|^lib\/\w+\/api\/(format\/[\w-]+|roots|tab-paths|linked-tabs|chains|own-chains|chain-names|paths|recogniser)\.ts$|^lib\/account\/contract\/root\.ts$|^lib\/pages\/(compare-pages|page-content|question|server-paths)\.ts$|^lib\/site\/site\.ts$/
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
    'lib/config/config.ts',
    'lib/server/build/end-with-parent.mjs',
    'lib/server/build/pages-folder.ts',
    'lib/server/build/run-child.ts',
    // Runs where the assistant does, without the settings of a server.
    'lib/server/commands/mcp-bridge.ts',
    'lib/server/start.ts',
  ])
})
