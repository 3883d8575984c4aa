import { livePath } from '#lib/api/live-path.ts'

/*
 * One stream of index changes for all live lists of a page. It is only open while the page is visible: browsers allow six connections to a
 * server without HTTP/2, for all tabs together.
 */

type Listener = { chain: string; onChange: () => void; onStreaming: (isStreaming: boolean) => void }

const listeners = new Set<Listener>()
/** The newest known position of each chain, and of all as the server writes it. */
let tips: Record<string, string> = {}
let position = ''
let stream: EventSource | undefined
let isOpen = false
let retry: ReturnType<typeof setTimeout> | undefined

/** After the server refused the stream; until then, lists are polled. */
const refusedMs = 30_000

const setOpen = (open: boolean): void => {
  isOpen = open
  for (const { chain, onStreaming } of listeners) onStreaming(isOpen && chain in tips)
}

const connect = (): void => {
  if (stream || retry || listeners.size === 0 || document.visibilityState === 'hidden') return
  const opened = new EventSource(`${livePath}?since=${encodeURIComponent(position)}`)
  stream = opened
  opened.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
    const changed: Record<string, string> = JSON.parse(data)
    position = lastEventId
    tips = { ...tips, ...changed }
    setOpen(true)
    for (const { chain, onChange } of listeners) if (chain in changed) onChange()
  })
  opened.addEventListener('open', () => setOpen(true))
  opened.addEventListener('error', () => {
    setOpen(false)
    if (opened.readyState !== EventSource.CLOSED) return
    // The browser only connects again by itself to a server that answered before.
    disconnect()
    retry = setTimeout(() => {
      retry = undefined
      connect()
    }, refusedMs)
  })
}

const disconnect = (): void => {
  stream?.close()
  stream = undefined
  setOpen(false)
}

const follow = (): void => {
  if (document.visibilityState === 'hidden' || listeners.size === 0) disconnect()
  else connect()
}

/** Calls back with every change of the chain's index, and with whether the server tells of them. Returns how to stop. */
export const listenToChain = (listener: Listener): (() => void) => {
  if (listeners.size === 0) document.addEventListener('visibilitychange', follow)
  listeners.add(listener)
  listener.onStreaming(isOpen && listener.chain in tips)
  connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', follow)
    // The next page of the site may have live lists too.
    setTimeout(follow, 0)
  }
}
