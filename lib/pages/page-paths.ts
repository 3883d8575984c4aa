import { createMatcher } from '#lib/api/route.ts'
import { familyPaths } from './family-paths.ts'
import { serverPaths } from './server-paths.ts'

/** The patterns of all pages that show data. Each is served as data too, under its own address with an ending. */
const pagePatterns: readonly string[] = [serverPaths, ...familyPaths].flatMap((paths) =>
  Object.values(paths).map(({ pattern }) => pattern),
)

const match = createMatcher(
  Object.fromEntries(pagePatterns.map((pattern) => [pattern, { method: 'GET' as const, path: pattern }])),
)
/** Pages of one segment that show no data: not the names of chains. */
const others = /^\/(account|compare|docs|labels|paste|sign-in)$/

export type FoundPage = { pattern: string; parameters: Record<string, string> }

export const findPage = (path: string): FoundPage | undefined => {
  // Two slashes would begin another host's address where a link is made of the path.
  const isOther = others.test(path) || path.includes('//')
  const found = isOther ? undefined : match('GET', path)
  return found?.kind === 'found' ? { pattern: found.name, parameters: found.parameters } : undefined
}
