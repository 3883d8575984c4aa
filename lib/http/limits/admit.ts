import type { Admit } from '#lib/api/serve/admission.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type FindKey, hashKey, presentedKey } from '#lib/http/callers/keys.ts'
import type { Sessions } from '#lib/http/callers/sessions.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from '#lib/http/callers/visitor-address.ts'
import type { Limits } from './limits.ts'
import { currentVisit } from './visit.ts'

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
