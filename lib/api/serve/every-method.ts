type Handle = (request: Request) => Promise<Response>

/** The exports of a route whose handler answers, or refuses, every method. */
export const everyMethod = (
  handle: Handle,
): Record<'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT', Handle> => ({
  DELETE: handle,
  GET: handle,
  HEAD: handle,
  OPTIONS: handle,
  PATCH: handle,
  POST: handle,
  PUT: handle,
})
