/**
 * The part of a contract that a browser needs: no schema, no text. `path` contains `:name` parameters. `paged` names
 * the envelope's cursor field, for infinite lists.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** Further paths that answer the same, e.g. a twin. */
  aliases?: readonly string[]
  /** HTTP status of success; 200 when left out. */
  success?: 201 | 202
  /** Of a request with a body: the parameters that are in the query. All others are fields of the body. */
  inQuery?: readonly string[]
  /** The parameter that is the whole body, and not a field of it. */
  wholeBody?: string
  /** The response field that holds the next page's cursor (null on the last page). */
  paged?: 'cursor' | undefined
}

export type Routes = Record<string, Route>

type Segment = { literal: string } | { parameter: string }
type Pattern = { name: string; method: Route['method']; segments: Segment[] }

export type Match =
  | { kind: 'found'; name: string; parameters: Record<string, string> }
  | { kind: 'wrong_method'; allowed: string[] }
  | { kind: 'none' }

const split = (path: string): string[] => path.split('/').filter((part) => part !== '')

const toSegments = (path: string): Segment[] =>
  split(path).map((part) => (part.startsWith(':') ? { parameter: part.slice(1) } : { literal: part }))

/**
 * Orders patterns by their first differing segment, literals before parameters. Patterns of different length never
 * compete, but must not compare as equal: their order would be undefined.
 */
const byLiteralFirst = (a: Pattern, b: Pattern): number => {
  if (a.segments.length !== b.segments.length) return a.segments.length - b.segments.length
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index]
    if (other === undefined) return 0
    const rank = Number('parameter' in segment) - Number('parameter' in other)
    if (rank !== 0) return rank
  }
  return 0
}

const decode = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const parametersOf = (pattern: Pattern, parts: readonly string[]): Record<string, string> | undefined => {
  if (pattern.segments.length !== parts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.segments.entries()) {
    const part = decode(parts[index] ?? '')
    if (part === undefined) return undefined
    if ('parameter' in segment) parameters[segment.parameter] = part
    else if (segment.literal !== part) return undefined
  }
  return parameters
}

/** Builds the matcher of one API; ambiguous paths are settled by "earlier literal wins". */
export const createMatcher = (routes: Routes): ((method: string, path: string) => Match) => {
  const patterns = Object.entries(routes)
    .flatMap(([name, route]) =>
      [route.path, ...(route.aliases ?? [])].map((path) => ({
        name,
        method: route.method,
        segments: toSegments(path),
      })),
    )
    .sort(byLiteralFirst)
  return (method, path) => {
    const parts = split(path)
    const allowed = new Set<string>()
    for (const pattern of patterns) {
      const parameters = parametersOf(pattern, parts)
      if (parameters === undefined) continue
      if (pattern.method === method) return { kind: 'found', name: pattern.name, parameters }
      allowed.add(pattern.method)
    }
    return allowed.size > 0 ? { kind: 'wrong_method', allowed: [...allowed] } : { kind: 'none' }
  }
}
