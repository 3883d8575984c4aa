import type { IncomingHttpHeaders } from 'node:http'

/**
 * What Next's router asks for ahead of a click. `structure`: which layouts and loading states the page has, for which Next renders
 * nothing. `shell`: its layouts and its metadata, which ask their questions as if the page were opened.
 */
export const prefetchKind = (headers: IncomingHttpHeaders): 'structure' | 'shell' | undefined => {
  if (headers.rsc === undefined || headers['next-router-prefetch'] === undefined) return undefined
  return headers['next-router-segment-prefetch'] === '/_tree' ? 'structure' : 'shell'
}
