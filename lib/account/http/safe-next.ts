/**
 * The page after signing in: a path of this site with query and fragment, or `/` for everything else, including what
 * only looks like a path (`//host`, `/\host`, a scheme, control characters that browsers drop).
 */
export const safeNext = (next: unknown, origin: string): string => {
  if (typeof next !== 'string' || next.length > 2_000 || !/^\/[!-~]*$/.test(next)) return '/'
  if (/^\/[/\\]/.test(next) || next.includes('\\') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // `/..//host` resolves to `//host`, which another parser would read as a host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
