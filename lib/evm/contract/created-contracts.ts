import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { inBlock } from '#lib/evm/block/body-list.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type ChainRange, chainList, inRange } from '#lib/evm/query/chain-list.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'
import type { contractListEndpoints } from './contract.ts'

type Matches = Pick<VerifiedContractRow, 'runtime_match' | 'creation_match'>

/** The contracts of a chain that were verified here, the last verified first. */
export const verifiedContractsQuery =
  (context: EvmQueryContext): Service<typeof contractListEndpoints>['evmVerifiedContracts'] =>
  async (input) => {
    const chain = context.served.resolve(input.chain)
    const binding = { route: 'evmVerifiedContracts', filters: { chain: chain.id } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const after = position && ([Number(position.key[0]), toBytes(String(position.key[1]))] as const)
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

/** The contracts that transactions of a chain created, newest first. */
export const createdContractsQuery = (
  context: EvmQueryContext,
): Service<typeof contractListEndpoints>['evmContracts'] =>
  chainList(context, {
    route: 'evmContracts',
    read: readCreations,
    placeOf: ({ block_number, transaction_index }) => [block_number, transaction_index],
    recordOf: (row, labelOf) => {
      const [address, creator] = [toHex(row.address), toHex(row.from_address)]
      return {
        address,
        address_label: labelOf(address),
        kind: row.kind,
        name: row.name,
        symbol: row.symbol,
        verified_name: row.verified_name,
        creator,
        creator_label: labelOf(creator),
        transaction_hash: toHex(row.hash),
        ...inBlock(row),
      }
    },
  })

/** A range of the index of creations (`evm_created_contracts`), then each row by its key. */
const readCreations = ({ store: { db } }: EvmQueryContext, range: ChainRange) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('evm_transactions')
        .select(['block_number', 'transaction_index', 'hash', 'from_address'])
        .select((part) => part.ref('contract_address').$notNull().as('address'))
        .where('chain', '=', range.chain)
        .where('contract_address', 'is not', null)
        // The receipt of a failed creation has an address too.
        .where((part) => part.or([part('status', 'is', null), part('status', '=', 1)]))
        .where(inRange(['block_number', 'transaction_index'], range))
        .orderBy('block_number', 'desc')
        .orderBy('transaction_index', 'desc')
        .limit(range.rows)
        .as('page'),
    )
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(range.chain, 'page')))
    .leftJoin('evm_contracts as c', (join) =>
      join.on('c.chain', '=', range.chain).onRef('c.address', '=', 'page.address'),
    )
    .leftJoin('evm_verified_contracts as v', (join) =>
      join.on('v.chain', '=', range.chain).onRef('v.address', '=', 'page.address'),
    )
    .selectAll('page')
    .select(['c.kind', 'c.name', 'c.symbol', 'v.name as verified_name'])
    .select(['b.hash as block_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', 'desc')
    .orderBy('page.transaction_index', 'desc')
    .execute()
