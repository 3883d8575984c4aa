import type { IncomingHttpHeaders } from 'node:http'
import { requestUnits } from './limits.ts'
import { prefetchKind } from './prefetch.ts'

/** What a request costs its visitor before it is answered. */
export type RequestKind = {
  /**
   * In units of the budget; 0 for what is never counted. `gate`: the handler counts it itself, because it knows whether a
   * key pays, or how many questions are asked.
   */
  cost: number | 'gate'
  /** No one waits for it: refused before it uses up what the visitor's next click needs. */
  isOptional?: boolean
  /** Has bounds of its own (exports, films), or must answer whatever happens (health). */
  hasNoPlace?: boolean
  /** Takes its time: its calls wait for the budget instead of failing. */
  isPatient?: boolean
}

const staticFile = /^\/(_next\/static\/|icon\.svg$|favicon\.ico$|robots\.txt$)/

/** Whether an address is one of the files that are served as they are, whatever the database does. */
export const isStaticFile = (url = '/'): boolean => {
  const [path = '/'] = url.split('?', 1)
  return staticFile.test(path) && !path.includes('..')
}

/** A preview is a small file that a browser keeps for a year; a gallery shows a hundred at once. */
const previewUnits = 1
/** Next renders nothing for the structure of a page. */
const structureUnits = requestUnits / 4
const preflightUnits = 1
/** A question that a page asks our own services costs a fraction of a request over HTTP. */
export const questionUnits = requestUnits / 4

/**
 * The weights of the budget. A page is one request, a quarter for each question that it asks (a wallet asks about nine), and one
 * more for each call that it makes to another server (`chargeVisit`). At 20 a second that is six wallets a second, twelve at
 * once: more than someone who clicks around needs, prefetches and live lists included.
 */
export const requestKind = (
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  countsItself: (path: string) => boolean,
): RequestKind => {
  if (isStaticFile(path)) return { cost: 0, hasNoPlace: true }
  if (path === '/api/health') return { cost: 0, hasNoPlace: true }
  if (method === 'OPTIONS') return { cost: preflightUnits }
  if (path.startsWith('/api/export/')) return { cost: 'gate', hasNoPlace: true, isPatient: true }
  if (countsItself(path)) return { cost: 'gate' }
  if (path.startsWith('/media/original/')) return { cost: requestUnits, hasNoPlace: true }
  if (path.startsWith('/media/')) return { cost: previewUnits }
  const prefetch = prefetchKind(headers)
  // Answered with nothing (lib/web.ts).
  if (prefetch === 'shell') return { cost: 0, hasNoPlace: true }
  if (prefetch === 'structure') return { cost: structureUnits, isOptional: true }
  const isBrowserPrefetch = /prefetch/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`)
  return { cost: requestUnits, ...(isBrowserPrefetch && { isOptional: true }) }
}
