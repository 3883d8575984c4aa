import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTimeFormat } from '#lib/format/moment.ts'

const yearSeconds = 31_536_000

/**
 * Applies the time format of a link, `?t=utc`: its page and the visitor's next pages use it, as if it had been
 * selected. The parameter stays in the browser's URL and is hidden from the pages.
 */
export const takeLinkTime = (request: IncomingMessage, response: ServerResponse): void => {
  const { url = '/' } = request
  if (!/[?&]t=/.test(url)) return
  const { pathname, searchParams } = new URL(url, 'http://page')
  const format = searchParams.get('t')
  if (!isTimeFormat(format)) return
  searchParams.delete('t')
  request.url = searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
  const others = (request.headers.cookie ?? '').split(/; */).filter((one) => one !== '' && !one.startsWith('time='))
  request.headers.cookie = [...others, `time=${format}`].join('; ')
  response.appendHeader('set-cookie', `time=${format}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`)
}
