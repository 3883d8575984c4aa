import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { isLeftIn, type LeftOut, readLeftOut } from '#lib/evm/query/left-out.ts'
import { totalShown } from '#lib/evm/query/totals.ts'
import { contractTypeOf } from './collection-facts.ts'
import type { collectionFactEndpoints } from './collection-facts-contract.ts'
import { syncStatusOf } from './token-owners.ts'

/** Holdings of a wallet that are counted by collection, the newest of tokens and of balances: some tens of milliseconds. */
const holdingsMax = 50_000

type HeldCollection = { token_address: Uint8Array; count: number }
type Held = { collections: HeldCollection[]; isWhole: boolean }

/** The collections that a wallet holds tokens of, in the order of their addresses. */
export const walletNftCollectionsQuery =
  (context: EvmQueryContext): Service<typeof collectionFactEndpoints>['walletNftCollections'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, exclude_spam, token_counts } = input
    const binding = { route: 'walletNftCollections', filters: { chain: chain.id, address, exclude_spam } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const decided = (await context.coverage(chain))({ first: 0 })
    const leftOut = exclude_spam ? await readLeftOut(context, chain.id) : undefined
    const { collections, isWhole } = await collectionsHeldBy(context.store.db, chain.id, toBytes(address), leftOut)
    const coverage = { ...decided, isComplete: decided.isComplete && isWhole }
    call?.coveredBy?.(coverage)

    const counted = position ? position.total : input.disable_total || !isWhole ? null : collections.length
    const after = position && toBytes(String(position.key[0]))
    const rest = after ? collections.filter((one) => Buffer.compare(one.token_address, after) > 0) : collections
    const rows = rest.slice(0, limit + 1)
    const addresses = rows.map(({ token_address }) => token_address)
    const [contracts, marks] = await Promise.all([
      readContracts(context.store.db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
    ])
    const recordOf = ({ token_address, count }: HeldCollection) => {
      const contract = toHex(token_address)
      const { kind = null, name = null, symbol = null } = contracts.get(contract) ?? {}
      return {
        ...{ token_address: contract, contract_type: contractTypeOf(kind), name, symbol, ...marks.flags(contract) },
        ...(token_counts && { count }),
        ...{ collection_logo: null, collection_banner_image: null },
      }
    }
    const keyOf = ({ token_address }: HeldCollection) => [toHex(token_address)]
    const read = { rows, limit, page, total: counted, keyOf, recordOf }
    const { shown: result, cursor } = shownPage(context, read, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: result.length })
    return { total, page, page_size: limit, cursor, result, status: syncStatusOf(coverage) }
  }

/** Both indexes by owner contain the contract: no token is read. */
export const collectionsHeldBy = async (
  db: Kysely<EvmTables>,
  chain: number,
  owner: Uint8Array,
  leftOut?: LeftOut,
): Promise<Held> => {
  const newest = sql`order by changed_block desc, changed_log desc, changed_batch desc limit ${holdingsMax + 1}`
  const { rows } = await sql<{ token_address: Uint8Array; tokens: number; shared: number; kept: number }>`
    select token_address, cast(sum(tokens) as bigint) as tokens, cast(sum(shared) as bigint) as shared,
      case when 1 = 1 ${isLeftIn(chain, leftOut)} then 1 else 0 end as kept
    from (
      select token_address, 1 as tokens, 0 as shared from (
        select token_address from evm_nft_tokens
        where chain = ${chain} and owner = ${owner} and owner is not null ${newest}) as owned
      union all
      select token_address, 0 as tokens, 1 as shared from (
        select token_address from evm_nft_balances
        where chain = ${chain} and owner = ${owner} and is_held = 1 ${newest}) as held
    ) as holdings group by token_address order by token_address`.execute(db)
  const sumOf = (column: 'tokens' | 'shared') => rows.reduce((sum, row) => sum + Number(row[column]), 0)
  return {
    collections: rows
      .filter(({ kept }) => kept === 1)
      .map(({ token_address, tokens, shared }) => ({ token_address, count: Number(tokens) + Number(shared) })),
    isWhole: sumOf('tokens') <= holdingsMax && sumOf('shared') <= holdingsMax,
  }
}

const readContracts = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Pick<ContractRow, 'kind' | 'name' | 'symbol'>>> => {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('evm_contracts')
    .select(['address', 'kind', 'name', 'symbol'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses)
    .execute()
  return new Map(rows.map(({ address, ...row }) => [toHex(address), row]))
}
