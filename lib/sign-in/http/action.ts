import type { Session } from '#lib/sign-in/sessions.ts'
import type { Visitor } from '#lib/sign-in/visitor.ts'

/** What is asked, once it is known to come from one of our pages and within its limits. */
type Asked = {
  request: Request
  query: URLSearchParams
  /** Undefined if no one is signed in. */
  session: Session | undefined
  /** Where the request comes from, for the list of sessions and the audit log. */
  visitor: Visitor
}

/** What is answered; `cookies` are `Set-Cookie` values. */
export type Answered = { body: unknown; status?: 200 | 201; cookies?: string[]; headers?: Record<string, string> }

/** One path of the handler. Those that need someone signed in get a session for certain. */
export type Action =
  | { needsSession: false; run: (asked: Asked) => Promise<Answered> }
  | { needsSession: true; run: (asked: Asked & { session: Session }) => Promise<Answered> }
