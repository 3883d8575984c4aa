import { ServiceError } from '#lib/base/errors.ts'
import type { Site } from './site.ts'

/**
 * Asserts that one of our own pages sends this. Every browser sends the origin of a POST: one without, or with `null`
 * (a sandboxed frame), is refused. A read is refused only if the browser reports another site.
 */
export const assertOwnPage = ({ method, headers }: Request, site: Site): void => {
  const stated = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    method === 'POST'
      ? origin === site.origin && (stated === null || stated === 'same-origin')
      : (origin === null || origin === site.origin) &&
        (stated === null || stated === 'same-origin' || stated === 'none')
  if (!isOwn) throw new ServiceError('forbidden', `Only pages of ${site.origin} may do this.`)
}
