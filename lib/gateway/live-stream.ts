import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { livePath } from '#lib/api/live-path.ts'
import type { Admit } from '#lib/api/serve/exchange.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { visitorAddressHeader, visitorNetwork } from '#lib/http/visitor-address.ts'

/**
 * The position that each chain is indexed to, by the chain's name in URLs: `height.hash`, the hash only where blocks can be replaced. It
 * differs after every new block and after every reorg.
 */
export type Tips = Readonly<Record<string, string>>

type TipsWatch = {
  /** The tips now; empty before they were read for the first time. */
  current(): Tips
  /** Calls back with the tips that changed, until it is unsubscribed. The database is only read while somebody is subscribed. */
  subscribe(onChange: (changed: Tips) => void): () => void
}

type TipsWatchOptions = {
  read: () => Promise<Tips>
  /** Differs after every change of the data; undefined if that is not known, and tips are read each time. */
  version: () => string | undefined
  onFailure: (error: unknown) => void
  everyMs?: number
}

/** Chains with several blocks a second are told of at this pace. */
const defaultEveryMs = 250

/** Watches the tips for all subscribers of a process together. */
export const createTipsWatch = ({
  read,
  version,
  onFailure,
  everyMs = defaultEveryMs,
}: TipsWatchOptions): TipsWatch => {
  const listeners = new Set<(changed: Tips) => void>()
  let tips: Tips = {}
  let seen: string | undefined
  let isWatching = false

  const look = async (): Promise<void> => {
    const now = version()
    if (now !== undefined && now === seen) return
    const next = await read()
    seen = now
    const changed = Object.fromEntries(Object.entries(next).filter(([chain, tip]) => tips[chain] !== tip))
    tips = next
    if (Object.keys(changed).length > 0) for (const listener of [...listeners]) listener(changed)
  }
  const watch = async (): Promise<void> => {
    while (listeners.size > 0) {
      await look().catch(onFailure)
      await wait(everyMs)
    }
    isWatching = false
  }

  return {
    current: () => tips,
    subscribe: (onChange) => {
      listeners.add(onChange)
      if (!isWatching) {
        isWatching = true
        void watch()
      }
      return () => void listeners.delete(onChange)
    },
  }
}

export type LiveStreamOptions = {
  tips: TipsWatch
  admit: Admit
  siteUrl: string
  /** Open streams of one visitor, and of all. */
  perVisitor?: number
  inAll?: number
  heartbeatMs?: number
}

export type LiveStream = {
  isAt(request: IncomingMessage): boolean
  /** Begins the stream, which stays open. @throws ServiceError if it is refused. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The number of open streams. */
  count(): number
  /** Ends all streams; clients connect again, to another process or after the restart. */
  close(): void
}

/** Browsers wait this long before they connect again. */
const retryMs = 2_000
/** Proxies close connections on which nothing moved for 60 s. */
const heartbeatMsUsual = 25_000
/** A client that reads nothing is disconnected; it learns what it missed when it connects again. */
const unreadBytesMax = 16 << 10
const refusedForSeconds = 30
const positionMax = 4_096
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx otherwise collects what a response consists of.
  'x-accel-buffering': 'no',
}

/** The open streams of each visitor. */
const createVisitorCounts = () => {
  const counts = new Map<string, number>()
  const of = (visitor: string): number => counts.get(visitor) ?? 0
  return {
    of,
    enter: (visitor: string): void => void counts.set(visitor, of(visitor) + 1),
    leave: (visitor: string): void => {
      if (of(visitor) <= 1) counts.delete(visitor)
      else counts.set(visitor, of(visitor) - 1)
    },
  }
}

/**
 * Tells clients of the tips of all chains by server-sent events (HTML standard, section 9.2). The id of an event is the position of all
 * chains: a client that connects again with `Last-Event-ID` is told at once which of them have changed.
 */
export const createLiveStream = ({
  tips,
  admit,
  siteUrl,
  perVisitor = 64,
  inAll = 5_000,
  heartbeatMs = heartbeatMsUsual,
}: LiveStreamOptions): LiveStream => {
  const open = new Set<ServerResponse>()
  const visitors = createVisitorCounts()
  /** The text of a change is the same for all clients. */
  let written: { changed: Tips; text: string } | undefined
  const textOf = (changed: Tips): string => {
    if (written?.changed !== changed) written = { changed, text: eventOf(tips.current(), changed) }
    return written.text
  }

  const write = (response: ServerResponse, text: string): void => {
    if (response.writableLength > unreadBytesMax) response.destroy()
    else response.write(text)
  }

  let heartbeat: NodeJS.Timeout | undefined
  const keepAlive = (): void => {
    heartbeat ??= setInterval(() => {
      for (const response of open) write(response, ':\n\n')
    }, heartbeatMs).unref()
  }

  const refuseTooMany = (visitor: string): void => {
    const retry = { retryAfterSeconds: refusedForSeconds }
    if (visitors.of(visitor) >= perVisitor)
      throw new ServiceError('rate_limited', `There are ${perVisitor} open streams of this visitor.`, retry)
    if (open.size >= inAll) throw new ServiceError('not_available', 'There are too many open streams.', retry)
  }

  return {
    isAt: ({ url = '/' }) => url.split('?', 1)[0] === livePath,
    answer: async (request, response) => {
      if (request.method !== 'GET') {
        response.setHeader('allow', 'GET')
        throw new ServiceError('method_not_allowed', `${livePath} only answers GET.`)
      }
      const known = knownTips(request, siteUrl)
      const asked = new Request(new URL(livePath, siteUrl), { headers: headersOf(request) })
      const { refused } = await admit(asked, 'live')
      if (refused) throw refused
      if (response.destroyed) return
      const visitor = visitorNetwork(String(request.headers[visitorAddressHeader] ?? ''))
      refuseTooMany(visitor)
      visitors.enter(visitor)
      open.add(response)
      keepAlive()
      response.writeHead(200, streamHeaders)
      response.write(`retry: ${retryMs}\n\n`)
      const unsubscribe = tips.subscribe((changed) => write(response, textOf(changed)))
      const now = tips.current()
      const missed = Object.fromEntries(Object.entries(now).filter(([chain, tip]) => known[chain] !== tip))
      if (Object.keys(missed).length > 0) write(response, eventOf(now, missed))
      response.once('close', () => {
        unsubscribe()
        open.delete(response)
        visitors.leave(visitor)
      })
    },
    count: () => open.size,
    close: () => {
      clearInterval(heartbeat)
      for (const response of open) response.end()
    },
  }
}

const eventOf = (all: Tips, changed: Tips): string =>
  `id: ${new URLSearchParams(all).toString()}\ndata: ${JSON.stringify(changed)}\n\n`

/** What the client knows: by the header of a browser that connects again, or by `since` of a page that opens a new stream. */
const knownTips = ({ headers, url = '/' }: IncomingMessage, siteUrl: string): Tips => {
  const given = headers['last-event-id'] ?? new URL(url, siteUrl).searchParams.get('since') ?? ''
  return Object.fromEntries(new URLSearchParams(String(given).slice(0, positionMax)))
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])))
