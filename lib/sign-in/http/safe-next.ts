/**
 * Where to go after signing in: a path of our own, with query and fragment; `/` for everything else, also for what only
 * looks like one (`//host`, `/\host`, a scheme, control characters that browsers drop).
 */
export const safeNext = (next: unknown, origin: string): string => {
  if (typeof next !== 'string' || next.length > 2_000 || !/^\/[!-~]*$/.test(next)) return '/'
  if (/^\/[/\\]/.test(next) || next.includes('\\') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // `/..//host` leads to `//host`, which another reader would take for a host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
