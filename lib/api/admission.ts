import type { Asker } from './endpoint.ts'
import type { ServiceError } from './errors.ts'

/**
 * Whether a request may be answered: `headers` go with the answer either way, `refused` ends it. `caller` is a name for the
 * log; `callerId` distinguishes callers, and is left out for callers without an identity.
 */
export type Admission = {
  headers: Record<string, string>
  caller: string
  callerId?: string
  /** What the caller's key may use; undefined for everything. */
  scopes?: readonly string[]
  asker?: Asker
  refused?: ServiceError
}

/** Decides whether a request may be answered. Throws `ServiceError` only when it cannot decide. */
export type Admit = (request: Request, endpointName: string) => Promise<Admission>
