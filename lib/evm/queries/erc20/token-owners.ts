import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { fromSortable, sortableZero } from '#lib/encoding/sortable-integer.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import { reportCoverage } from '#lib/evm/coverage/report-coverage.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { ascendingOrder, openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import { valueDecimal } from '#lib/evm/queries/parts/value-decimal.ts'
import type { EvmTables } from '#lib/evm/tables.ts'

type OwnerRow = { holder: Uint8Array; balance: Uint8Array }

const retryAfterSeconds = 30

/** The owners of an ERC20 token, from the balances that the worker keeps of tokens with a complete history. */
export const tokenOwners =
  (context: EvmQueryContext): Service<EvmApi>['tokenOwners'] =>
  async ({ token_address: token, ...input }, call) => {
    const { db } = context.store
    const chain = context.served.resolve(input.chain)
    const order = ascendingOrder(input)
    const binding = { route: 'tokenOwners', filters: { chain: chain.id, token, order } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const coverage = await reportCoverage(context.coverage, chain, call, { contracts: [token] })
    const known = await knownToken(db, chain.id, token)
    if (!known && coverage.isComplete) return { page, page_size: limit, cursor: null, total_supply: '0', result: [] }
    if (known?.built_to !== null || !coverage.isComplete) {
      await context.histories.request(chain, [token], call?.requester).catch(() => undefined)
      const message = `The owners of ${token} are listed once its whole history is indexed.`
      throw new ServiceError('not_available', message, { retryAfterSeconds })
    }
    if (known.overdrawn > 0)
      throw new ServiceError(
        'not_available',
        `The balances of ${token} change without transfers, so that its owners are not known.`,
      )
    const [balance, holder] = place?.key ?? []
    const rows = await ownersAfter(db, chain.id, token, {
      isAscending: order !== undefined,
      after: place && { balance: toBytes(String(balance)), holder: toBytes(String(holder)) },
      rows: limit + 1,
    })
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: (last: OwnerRow) => [toHex(last.balance), toHex(last.holder)] },
      binding,
    )
    const supply = fromSortable(known.supply)
    const labelOf = labelsOn(context.known, chain.id)
    const result = shown.map((row) => {
      const owner = toHex(row.holder)
      const amount = fromSortable(row.balance)
      return {
        owner_address: owner,
        owner_address_label: labelOf(owner),
        balance: String(amount),
        balance_formatted: valueDecimal(String(amount), known.decimals),
        usd_value: null,
        is_contract: null,
        percentage_relative_to_total_supply: percentOf(amount, supply),
        entity: null,
        entity_logo: null,
      }
    })
    return { page, page_size: limit, cursor, total_supply: String(supply), result }
  }

/** To a millionth of a percent. */
const percentOf = (part: bigint, whole: bigint): number =>
  whole > 0n ? Number((part * 100_000_000n) / whole) / 1_000_000 : 0

const knownToken = (db: Kysely<EvmTables>, chain: number, token: string) =>
  db
    .selectFrom('evm_erc20_tokens as t')
    .leftJoin('evm_contracts as c', (join) =>
      join.onRef('c.chain', '=', 't.chain').onRef('c.address', '=', 't.token_address'),
    )
    .select(['t.built_to', 't.overdrawn', 't.supply', 'c.decimals'])
    .where('t.chain', '=', chain)
    .where('t.token_address', '=', toBytes(token))
    .executeTakeFirst()

type OwnersQuery = { isAscending: boolean; after: OwnerRow | undefined; rows: number }

/** Balances above zero in the order of their index. */
const ownersAfter = (
  db: Kysely<EvmTables>,
  chain: number,
  token: string,
  { isAscending, after, rows }: OwnersQuery,
): Promise<OwnerRow[]> => {
  const direction = isAscending ? 'asc' : 'desc'
  const comparison = sql.raw(isAscending ? '>' : '<')
  return db
    .selectFrom('evm_erc20_balances')
    .select(['holder', 'balance'])
    .where('chain', '=', chain)
    .where('token_address', '=', toBytes(token))
    .where('balance', '>', sortableZero)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(balance, holder) ${comparison} (${after?.balance}, ${after?.holder})`),
    )
    .orderBy('balance', direction)
    .orderBy('holder', direction)
    .limit(rows)
    .execute()
}
