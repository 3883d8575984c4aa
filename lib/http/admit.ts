import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Requester } from '#lib/api/endpoint.ts'
import type { Admit } from '#lib/api/serve/exchange.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type FindKey, hashKey, presentedKey } from './keys.ts'
import type { Limits, Taken } from './limits.ts'
import type { Sessions } from './sessions.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from './visitor-address.ts'

/** The current request, whose visitor pays for calls to other servers. */
export type Visit = {
  /** The visitor charged for calls that do not name one, such as those of pages. */
  requester: Requester
  /** Takes from the budget of the visitor, or of the key once it is known: one request unless other units are given. */
  pay: (options?: { units: number }) => Promise<Taken>
  /** Calls that the request itself has paid for. */
  prepaidCalls: number
  /** How long a call may wait for budget before it is refused. */
  patienceMs: number
  /** Questions sent to our own services during this request. */
  questions: number
  /** The bytes of the answer, as far as it is data. */
  sentBytes: number
  /** Whether all visitors get the same answers now: none came from the hosted source, which each visitor pays for, or failed for the moment. */
  isForAll: boolean
}

const visits = new AsyncLocalStorage<Visit | undefined>()

/** Charges all calls of `work`, in this process and however late, to `visit`; to no one if undefined. */
export const runVisit = <T>(visit: Visit | undefined, work: () => T): T => visits.run(visit, work)

/** Undefined outside a request, e.g. in the worker. */
export const currentVisit = (): Visit | undefined => visits.getStore()

/** Counts a call of the current request. */
export const noteQuestion = (): void => {
  const visit = currentVisit()
  if (visit) visit.questions += 1
}

/** Counts the bytes of an answer of the current request. */
export const noteSent = (bytes: number): void => {
  const visit = currentVisit()
  if (visit) visit.sentBytes += bytes
}

/** The current request has an answer that no other visitor should get. */
export const noteOwnAnswer = (): void => {
  const visit = currentVisit()
  if (visit) visit.isForAll = false
}

const budgetRefusals = new WeakSet<Error>()

/** Whether a call failed because its visitor had no budget left, which does not concern other visitors. */
export const isBudgetRefusal = (error: unknown): boolean => error instanceof Error && budgetRefusals.has(error)

/**
 * Charges one call to another server to the current visitor's budget, if there is one. @throws ServiceError
 * `rate_limited` when the budget stays empty for the visit's patience.
 */
export const chargeVisit = async (signal?: AbortSignal): Promise<void> => {
  const visit = currentVisit()
  if (visit === undefined) return
  if (visit.prepaidCalls > 0) {
    visit.prepaidCalls -= 1
    return
  }
  let patienceMs = visit.patienceMs
  for (;;) {
    const { refused } = await visit.pay()
    if (refused === undefined) return
    const waitMs = (refused.retryAfterSeconds ?? 1) * 1_000
    if (waitMs > patienceMs) {
      budgetRefusals.add(refused)
      throw refused
    }
    patienceMs -= waitMs
    await sleep(waitMs, undefined, { signal })
  }
}

type Gate = { findKey: FindKey; sessions: Sessions; limits: Limits }

/** The caller name of all requests from the explorer's own pages. */
export const explorerCaller = 'explorer'

/**
 * Admits requests with a known key, and requests from the explorer's own pages. Others are refused within the visitor's
 * limit, so that guessing keys is as slow as any request.
 */
export const createAdmit =
  ({ findKey, sessions, limits }: Gate): Admit =>
  async (request) => {
    const key = presentedKey(request.headers)
    const owner = key === undefined ? undefined : await findKey(hashKey(key))
    const visit = currentVisit()
    // The request itself has paid for its call, but not for further ones (pages of an export).
    if (visit) visit.prepaidCalls = 1
    if (owner !== undefined) {
      const { name: caller, id: callerId, scopes } = owner
      if (visit) visit.pay = (options) => limits.takeForKey(owner, options)
      const requester = { id: callerId, hasKey: true, isOperator: scopes === undefined }
      return { ...(await limits.takeForKey(owner)), caller, callerId, scopes, requester }
    }

    const address = request.headers.get(visitorAddressHeader) ?? unknownAddress
    const taken = await limits.takeForVisitor(address)
    if (key === undefined && sessions.admits(request)) {
      const requester = { id: visitorNetwork(address), hasKey: false }
      return { ...taken, caller: explorerCaller, callerId: explorerCaller, requester }
    }
    return { ...taken, caller: 'anonymous', refused: taken.refused ?? keyFault(key) }
  }

/** Clients of this interface expect these texts (interface-facts §1.5). */
const keyFault = (key: string | undefined): ServiceError =>
  key === undefined
    ? new ServiceError('key_required', 'API KEY missing from x-api-key header')
    : new ServiceError('key_unknown', 'Invalid key')
