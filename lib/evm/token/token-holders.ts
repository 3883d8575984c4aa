import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { fromSortable, sortableZero } from '#lib/base/sortable-integer.ts'
import type { Erc20BalanceRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { keptToken, tokenPercentOf } from './kept-token.ts'
import type { tokenListEndpoints } from './lists-contract.ts'

type HolderPlace = Pick<Erc20BalanceRow, 'holder' | 'balance'>

/** The holders of a token. A page is a range of the index of balances. */
export const tokenHoldersQuery =
  (context: EvmQueryContext): Service<typeof tokenListEndpoints>['evmTokenHolders'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address } = input
    const binding = { route: 'evmTokenHolders', filters: { chain: chain.id, address } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const { row, status } = await keptToken(context, chain, address, call)
    if (status !== 'COUNTED' || !row) return { cursor: null, status, result: [] }
    const after = placeAfter(place?.key)
    const rows = await heldBalances(context.store.db, chain.id, address, { after, limit: limit + 1 })
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf: holderPlaceKey }, binding)
    const labelOf = labelsOn(context.known, chain.id)
    const supply = fromSortable(row.supply)
    return {
      cursor,
      status,
      result: shown.map((one) => {
        const held = fromSortable(one.balance)
        const owner = toHex(one.holder)
        return {
          address: owner,
          address_label: labelOf(owner),
          balance: String(held),
          percent: tokenPercentOf(held, supply, 2),
        }
      }),
    }
  }

type HeldQuery = { isAscending?: boolean; after?: HolderPlace | undefined; limit: number }

/** Balances above zero in the order of their index: largest first, unless `isAscending`. */
export const heldBalances = (
  db: Kysely<EvmTables>,
  chain: number,
  token: string,
  { isAscending = false, after, limit }: HeldQuery,
): Promise<HolderPlace[]> => {
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
    .limit(limit)
    .execute()
}

/** The cursor key of a balance. */
export const holderPlaceKey = ({ balance, holder }: HolderPlace): string[] => [toHex(balance), toHex(holder)]

export const placeAfter = (key: readonly unknown[] | undefined): HolderPlace | undefined => {
  const [balance, holder] = key?.map((text) => toBytes(String(text))) ?? []
  return balance && holder ? { balance, holder } : undefined
}
