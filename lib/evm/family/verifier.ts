import type { FamilyBase } from '#lib/config/family.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import { verifierQuestionsAtOnce } from '#lib/evm/abi/sources/contract-abis.ts'
import { createSourcify } from '#lib/evm/abi/sources/sourcify.ts'
import { createVerifierSources } from '#lib/evm/abi/sources/verifier-sources.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

type Verifier = ReturnType<typeof createSourcify>

/** Sourcify, where the operator did not turn it off. */
export const createVerifier = ({ config: { outside } }: FamilyBase): Verifier | undefined =>
  outside.sourcifyUrl === undefined
    ? undefined
    : createSourcify({ baseUrl: outside.sourcifyUrl, concurrency: verifierQuestionsAtOnce })

/** The sources that this server knows by itself, then those of the verifier. */
export const withVerifierSources = (
  own: ContractSources,
  verifier: Verifier | undefined,
  { store, log }: FamilyBase,
): ContractSources => {
  if (!verifier) return own
  const others = createVerifierSources({ store: store.withTables<EvmTables>(), verifier, log })
  return { find: async (...asked) => (await own.find(...asked)) ?? (await others.find(...asked)) }
}
