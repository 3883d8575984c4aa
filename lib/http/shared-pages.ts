import type { IncomingMessage, ServerResponse } from 'node:http'
import { createKeptByVersion, type KeptByVersionOptions } from '#lib/base/kept-by-version.ts'
import { currentVisit } from './admit.ts'

/** A page in the parts between its nonces: every response has a nonce of its own. */
type SentPage = { headers: (readonly [name: string, values: readonly string[]])[]; body: readonly string[] }

export type SharedPages = {
  /**
   * Answers with a page that was rendered for another visitor within the last second. Returns false if there is none: the caller
   * renders the page, and a copy of it is kept. Call it once the response compresses what is written: pages are kept uncompressed.
   */
  send(request: IncomingMessage, response: ServerResponse, page: { address: string; nonce: string }): boolean
}

type Options = Pick<KeptByVersionOptions<object>, 'version' | 'ageMaxMs' | 'now'> & {
  /** The cookie of the explorer's own session, which no page depends on. */
  sessionCookie: string
}

/** Some fifty pages: those that many visitors open in the same second. */
const bytesMax = 8 << 20

/** Cookies that change what a page shows. */
const preferences = ['theme', 'time']
const ownCookie = /^(?:__Host-)?spyglass-/
/** Of Next.js: they ask for something else than the page. */
const routerHeader = /^(?:rsc|next-|x-nextjs-|x-middleware-)/
/** Set for each response by the compression. */
const perResponse = ['content-encoding', 'content-length', 'transfer-encoding']

/**
 * Rendered pages, for at most a second and while the index does not change: a page that is opened by many at once is rendered once.
 * Pages of signed-in visitors are not shared, nor are those with an answer that is meant for one visitor (see `Visit`).
 */
export const createSharedPages = ({ sessionCookie, ...options }: Options): SharedPages => {
  const kept = createKeptByVersion<SentPage>({ ...options, bound: { bytes: bytesMax, bytesOf } })

  /** Undefined for a request that is not for a page, or for a page of one visitor. */
  const keyOf = ({ method, headers }: IncomingMessage, address: string): string | undefined => {
    if (method !== 'GET' || headers.range !== undefined) return undefined
    if (Object.keys(headers).some((name) => routerHeader.test(name))) return undefined
    const cookies = (headers.cookie ?? '').split(/; */).map((pair) => ({ name: pair.split('=', 1)[0] ?? '', pair }))
    if (cookies.some(({ name }) => ownCookie.test(name) && name !== sessionCookie)) return undefined
    const chosen = cookies.filter(({ name }) => preferences.includes(name))
    return JSON.stringify([address, ...chosen.map(({ pair }) => pair).sort()])
  }

  return {
    send: (request, response, { address, nonce }) => {
      const key = keyOf(request, address)
      const version = kept.version()
      if (key === undefined || version === undefined) return false
      const page = kept.find(key, version)
      if (page) {
        for (const [name, values] of page.headers) response.setHeader(name, joined(values, nonce))
        response.end(joined(page.body, nonce))
        return true
      }
      keepWritten(response, nonce, (written) => kept.keep(key, version, written))
      return false
    },
  }
}

const joined = (parts: readonly string[], nonce: string): string => parts.join(nonce)

const bytesOf = ({ body }: SentPage, key: string): number =>
  body.reduce((sum, { length }) => sum + 2 * length, 2 * key.length)

/** Calls `keep` once the page was sent as a whole, and if it is the same for every visitor. */
const keepWritten = (response: ServerResponse, nonce: string, keep: (page: SentPage) => void): void => {
  const before = new Set([...response.getHeaderNames(), ...perResponse])
  const visit = currentVisit()
  const chunks: Buffer[] = []
  const copy = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const copying =
    <Method extends (...parameters: never[]) => unknown>(method: Method) =>
    (...parameters: Parameters<Method>) => {
      copy(parameters[0], parameters[1])
      return Reflect.apply(method, response, parameters)
    }
  Object.assign(response, { write: copying(response.write), end: copying(response.end) })
  response.once('finish', () => {
    if (response.statusCode !== 200 || !visit?.isForAll) return
    const added = response.getHeaderNames().filter((name) => !before.has(name))
    if (added.includes('set-cookie')) return
    keep({
      headers: added.map((name) => [name, String(response.getHeader(name)).split(nonce)]),
      body: Buffer.concat(chunks).toString('utf8').split(nonce),
    })
  })
}
