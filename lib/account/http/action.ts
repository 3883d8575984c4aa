import type { Session } from '#lib/account/accounts/sessions.ts'
import type { Visitor } from '#lib/account/visitor.ts'

/** A request that is known to come from one of our pages and within its limits. */
type Asked = {
  request: Request
  query: URLSearchParams
  /** Undefined if not signed in. */
  session: Session | undefined
  /** The origin of the request, for the list of sessions and the audit log. */
  visitor: Visitor
}

/** The response; `cookies` are `Set-Cookie` values. */
export type Answered = { body: unknown; status?: 200 | 201; cookies?: string[]; headers?: Record<string, string> }

/** One path of the handler. Those that require a signed-in user always get a session. */
export type Action =
  | { needsSession: false; run: (asked: Asked) => Promise<Answered> }
  | { needsSession: true; run: (asked: Asked & { session: Session }) => Promise<Answered> }
