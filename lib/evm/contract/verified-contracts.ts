import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import type { contractListEndpoints } from './contract.ts'

type Matches = Pick<VerifiedContractRow, 'runtime_match' | 'creation_match'>

/** The contracts of a chain that were verified here, the last verified first. */
export const verifiedContractsQuery =
  (context: EvmQueryContext): Service<typeof contractListEndpoints>['evmVerifiedContracts'] =>
  async (input) => {
    const chain = context.served.resolve(input.chain)
    const binding = { route: 'evmVerifiedContracts', filters: { chain: chain.id } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const after = place && ([Number(place.key[0]), toBytes(String(place.key[1]))] as const)
    const rows = await context.store.db
      .selectFrom('evm_verified_contracts')
      .select(['address', 'name', 'language', 'compiler_version', 'runtime_match', 'creation_match', 'verified_at'])
      .where('chain', '=', chain.id)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(verified_at, address) < (${sql.join([...(after ?? [])])})`),
      )
      .orderBy('verified_at', 'desc')
      .orderBy('address', 'desc')
      .limit(limit + 1)
      .execute()
    const keyOf = ({ verified_at, address }: (typeof rows)[number]) => [verified_at, toHex(address)]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const labelOf = labelsOn(context.known, chain.id)
    return {
      cursor,
      result: shown.map(({ address, verified_at, ...row }) => ({
        address: toHex(address),
        address_label: labelOf(toHex(address)),
        name: row.name,
        language: row.language,
        compiler_version: row.compiler_version,
        match: isExact(row) ? 'exact_match' : 'match',
        compared: row.runtime_match === null ? 'creation' : row.creation_match === null ? 'runtime' : 'both',
        verified_at: new Date(verified_at).toISOString(),
      })),
    }
  }

const isExact = ({ runtime_match, creation_match }: Matches): boolean =>
  runtime_match === 'exact_match' || creation_match === 'exact_match'
