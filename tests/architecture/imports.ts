import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import of a file; `target` is a path of this repository, or undefined for a package. */
export type Import = { specifier: string; target: string | undefined; isTypeOnly: boolean }

const pattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bnew Worker\(new URL\(\s*['"]([^'"]+)['"]/g

/** Static, dynamic, re-exporting and bare imports, and the scripts of workers. */
export const readImports = (file: string, text = readFileSync(file, 'utf8')): Import[] =>
  [...text.matchAll(pattern)].map(([, type, named, dynamic, worker]) => {
    const specifier = named ?? dynamic ?? worker ?? ''
    return { specifier, target: targetOf(file, specifier), isTypeOnly: type !== undefined }
  })

const targetOf = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : undefined
}

/** Every source file of the product, with its imports. */
export const sourceImports = (): Map<string, Import[]> =>
  new Map(
    ['app', 'components', 'lib']
      .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .map((file) => [file, readImports(file)]),
  )

/** All nodes that can be reached from these, themselves included. */
export const reachable = (starts: readonly string[], next: (node: string) => readonly string[]): Set<string> => {
  const seen = new Set(starts)
  const waiting = [...starts]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const other of next(node)) {
      if (seen.has(other)) continue
      seen.add(other)
      waiting.push(other)
    }
  return seen
}

/** The nodes from which a path leads back to themselves. */
export const inCycles = (graph: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...graph.keys()].filter((node) => {
    const next = [...(graph.get(node) ?? [])].filter((other) => other !== node)
    return reachable(next, (other) => [...(graph.get(other) ?? [])]).has(node)
  })
