/** Returns the caller's own id if it is safe to log and to echo. */
export const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}
