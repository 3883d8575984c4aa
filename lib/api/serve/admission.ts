import type { Requester } from '#lib/api/endpoint.ts'
import type { ServiceError } from '#lib/base/errors.ts'

/**
 * Result of admission: `headers` are added to the response, `refused` ends the request. `caller` is a name for the log;
 * `callerId` identifies a caller, if known.
 */
export type Admission = {
  headers: Record<string, string>
  caller: string
  callerId?: string
  /** The scopes of the caller's key; undefined for everything. */
  scopes?: readonly string[]
  requester?: Requester
  refused?: ServiceError
}

/** Decides whether a request may be answered. Throws `ServiceError` only when it cannot decide. */
export type Admit = (request: Request, endpointName: string) => Promise<Admission>
