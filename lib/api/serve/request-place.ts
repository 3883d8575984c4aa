/** The mount point of an API on a server. */
export type RequestPlace = {
  /** The base path, removed before matching: `/api/auth`. */
  basePath?: string
  /** Other spellings of the beginning of a path (after `basePath`): `{ '/api/v2.2': '/api/v2' }`. */
  rewrite?: Record<string, string>
  /** Beginnings of paths (after `basePath`, before `rewrite`) under which a parameter that the endpoint lacks is refused. */
  strict?: readonly string[]
}

/** Whether a parameter that the endpoint does not have is refused here, instead of ignored. */
export const isStrictAt = (pathname: string, { basePath = '', strict = [] }: RequestPlace): boolean => {
  const path = withoutPrefix(pathname, basePath)
  return path !== undefined && strict.some((prefix) => withoutPrefix(path, prefix) !== undefined)
}

/** The path as the contract writes it, or `undefined` outside `basePath`. */
export const pathWithin = (pathname: string, { basePath = '', rewrite = {} }: RequestPlace): string | undefined => {
  const path = withoutPrefix(pathname, basePath)
  if (path === undefined) return undefined
  for (const [from, to] of Object.entries(rewrite)) {
    const rest = withoutPrefix(path, from)
    if (rest !== undefined) return to + rest
  }
  return path
}

const withoutPrefix = (path: string, prefix: string): string | undefined =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
