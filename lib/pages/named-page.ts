import { withoutTrailing } from '#lib/format/trim-characters.ts'
import { findPage, pageFormats } from './page-address.ts'

const ending = new RegExp(`\\.(${pageFormats.join('|')})$`)

/**
 * The path of the page that a text names by its URL, its path or, for a page of the same kind as `like`, its last
 * segment alone. Undefined if there is no such page.
 */
export const namedPage = (text: string, like = ''): string | undefined => {
  const named = text.trim()
  const url = /^(https?:\/\/|\/(?!\/))/i.test(named) ? URL.parse(named, 'http://page') : null
  const last = Object.values(findPage(like)?.parameters ?? {}).at(-1)
  const beside = like.split('/').map((part) => (decodeURIComponent(part) === last ? named : part))
  const page = url ? withoutTrailing(url.pathname.replace(ending, ''), '/') || '/' : named && last && beside.join('/')
  return page && findPage(page) ? page : undefined
}
