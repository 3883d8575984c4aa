import type { IncomingHttpHeaders } from 'node:http'
import { requestUnits } from './limits.ts'
import { prefetchKind } from './prefetch.ts'

/** The cost of a request, charged to its visitor before it is handled. */
export type RequestKind = {
  /**
   * In units of the budget; 0 if it is never counted. `gate`: the handler charges it itself, because it knows whether a
   * key pays, or how many calls are made.
   */
  cost: number | 'gate'
  /** Optional requests are refused before they use up the budget for the visitor's next click. */
  isOptional?: boolean
  /** Has limits of its own (exports, videos, streams) or must always respond (health). */
  hasNoPlace?: boolean
  /** May take long: its calls wait for the budget instead of failing. */
  isPatient?: boolean
}

/** The handler charges the budget itself, because it knows the key and the calls. */
export const handlerPays: RequestKind = { cost: 'gate' }

const staticFile = /^\/(_next\/static\/|logos\/|icon\.svg$|favicon\.ico$|robots\.txt$)/

/** Whether a path is one of the static files, which are served whatever the state of the database. */
export const isStaticFile = (url = '/'): boolean => {
  const [path = '/'] = url.split('?', 1)
  return staticFile.test(path) && !path.includes('..')
}

/** A preview is a small file that a browser keeps for a year; a gallery shows a hundred at once. */
export const previewUnits = 1
/** Next renders nothing for the structure of a page. */
const structureUnits = requestUnits / 4
const preflightUnits = 1
/** An in-process question of a page costs a fraction of an HTTP request. */
export const questionUnits = requestUnits / 4

/** A page of 100 rows has about so many; each further 100 kB cost as much as a question. */
const usualBytes = 100_000
export const unitsOfBytes = (bytes: number): number => Math.floor(bytes / usualBytes) * questionUnits

/**
 * The weights of the budget. A page costs one request, a quarter for each of its questions (a wallet page has about
 * nine), and one for each call to another server (`chargeVisit`). At 20 per second that is six wallet pages per second,
 * twelve in a burst: more than a person needs, including prefetches and live lists.
 */
export const requestKind = (
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  kindAt: (path: string) => RequestKind | undefined,
): RequestKind => {
  if (isStaticFile(path)) return { cost: 0, hasNoPlace: true }
  const own = kindAt(path)
  if (own?.cost === 0) return own
  if (method === 'OPTIONS') return { cost: preflightUnits }
  if (own) return own
  const prefetch = prefetchKind(headers)
  // Answered with an empty response (lib/server/web.ts).
  if (prefetch === 'shell') return { cost: 0, hasNoPlace: true }
  if (prefetch === 'structure') return { cost: structureUnits, isOptional: true }
  const isBrowserPrefetch = /prefetch/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`)
  return { cost: requestUnits, ...(isBrowserPrefetch && { isOptional: true }) }
}
