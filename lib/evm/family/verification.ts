import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { Admit } from '#lib/api/serve/admission.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'
import type { FamilyBase, FamilyMount } from '#lib/config/family.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ReadCodes } from '#lib/evm/verification/read-codes.ts'
import { createSourcifyHandler, sourcifyPath } from '#lib/evm/verification/sourcify-handler.ts'
import { createVerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { createObserve } from '#lib/gateway/monitoring/observe.ts'
import { createNewContractQuota } from '#lib/http/limits/new-contract-quota.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'
import type { EvmSource } from './sources.ts'

/** The verification of contracts, and Sourcify's API. Build tools send no key of this server. */
export const createVerification = (
  { store, stores, secret, visitorOf }: FamilyBase,
  nodes: readonly EvmSource[],
  { served, readCodes }: { served: ServedChains; readCodes: ReadCodes },
) => {
  const nameOf = (id: number) => served.all.find((chain) => chain.id === id)?.name ?? ''
  const desk = createVerifyDesk({
    storeOf: (id) => stores.of(nameOf(id)).withTables<EvmTables>(),
    served,
    hasNode: ({ name, source }) => source !== 'demo' && nodes.some(({ chain }) => chain === name),
    readCodes,
    cellOf: createHashedCells({ secret }),
    quota: createNewContractQuota({ subject: 'verifications', shared: sharedQuery(store), secret }),
  })
  /** Callers without a key are counted as visitors. */
  const withoutKey =
    (admit: Admit): Admit =>
    async (request, endpoint) => {
      const admission = await admit(request, endpoint)
      if (!isServiceError(admission.refused, 'key_required')) return admission
      const requester = { id: visitorOf(request), hasKey: false }
      return { headers: admission.headers, caller: 'anonymous', requester }
    }
  const sourcify: FamilyMount = {
    name: 'sourcify',
    basePath: sourcifyPath,
    paths: [`${sourcifyPath}/`],
    shortPaths: [{ from: '/sourcify/', to: `${sourcifyPath}/` }],
    api: {},
    client: {},
    renderError: renderPlainError,
    handler: ({ log, metrics, admit, compressed }, scope) =>
      metrics.countInFlight(
        'sourcify',
        createSourcifyHandler(desk, {
          admit: withoutKey(admit),
          scope,
          compressed,
          observe: createObserve({ system: 'sourcify', log, metrics }),
        }),
      ),
  }
  return { desk, mounts: { sourcify } }
}
