import type { IncomingHttpHeaders } from 'node:http'

/**
 * The prefetch requests of Next's router. `structure`: layouts and loading states, which render nothing. `shell`:
 * layouts and metadata, which send their requests as if the page were opened.
 */
export const prefetchKind = (headers: IncomingHttpHeaders): 'structure' | 'shell' | undefined => {
  if (headers.rsc === undefined || headers['next-router-prefetch'] === undefined) return undefined
  return headers['next-router-segment-prefetch'] === '/_tree' ? 'structure' : 'shell'
}
