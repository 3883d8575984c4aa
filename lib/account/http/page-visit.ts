import type { Session } from '#lib/account/accounts/sessions.ts'
import type { Visitor } from '#lib/account/visitor.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** A request that is known to come from one of our pages and within its limits. */
export type PageVisit = {
  request: Request
  /** Undefined if not signed in. */
  session: Session | undefined
  /** The origin of the request, for the list of sessions and the audit log. */
  visitor: Visitor
  /** Adds a `Set-Cookie` value to the response. */
  setCookie: (cookie: string) => void
}

/** @throws ServiceError `key_required` if nobody is signed in. */
export const requireSession = ({ session }: PageVisit): Session => {
  if (session === undefined) throw new ServiceError('key_required', 'You are not signed in here. Please sign in.')
  return session
}
