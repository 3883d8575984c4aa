import { createMatcher } from '#lib/api/route.ts'
import { familyPaths } from './family-paths.ts'
import { serverPaths } from './server-paths.ts'

/** The patterns of all data pages. The data of each is served under its path with an extension. */
const pagePatterns: readonly string[] = [serverPaths, ...familyPaths].flatMap((paths) =>
  Object.values(paths).map(({ pattern }) => pattern),
)

const match = createMatcher(
  Object.fromEntries(pagePatterns.map((pattern) => [pattern, { method: 'GET' as const, path: pattern }])),
)
/** Pages with one path segment and no data: these are not chain names. */
const others = /^\/(account|compare|docs|labels|paste|sign-in)$/

export type FoundPage = { pattern: string; parameters: Record<string, string> }

export const findPage = (path: string): FoundPage | undefined => {
  // A path that starts with two slashes would name another host in a link.
  const isOther = others.test(path) || path.includes('//')
  const found = isOther ? undefined : match('GET', path)
  return found?.kind === 'found' ? { pattern: found.name, parameters: found.parameters } : undefined
}
