import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTimeFormat } from '#lib/format/moment.ts'

const yearSeconds = 31_536_000

/**
 * A link may say how its times are written, `?t=utc`: its page is rendered so, and the visitor's next pages too, as if they had chosen it.
 * The parameter stays in the browser's address and is taken out of what the pages see.
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
