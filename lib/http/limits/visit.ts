import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Requester } from '#lib/api/endpoint.ts'
import type { Taken } from './limits.ts'

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
