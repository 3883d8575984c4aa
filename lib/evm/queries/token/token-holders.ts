import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { fromSortable, sortableZero } from '#lib/encoding/sortable-integer.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Erc20BalanceRow } from '#lib/evm/erc20-balance-tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { keptToken, percentOf } from './kept-token.ts'

type HolderPlace = Pick<Erc20BalanceRow, 'holder' | 'balance'>

/** A page is a range of the index of balances. */
export const tokenHolders =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmTokenHolders'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address } = input
    const binding = { route: 'evmTokenHolders', filters: { chain: chain.id, address } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const { row, status } = await keptToken(context, chain, address, call)
    if (status !== 'COUNTED' || !row) return { cursor: null, status, result: [] }
    const [balance, holder] = place?.key.map((text) => toBytes(String(text))) ?? []
    const after = balance && holder ? { balance, holder } : undefined
    const rows = await largestBalances(context.store.db, chain.id, toBytes(address), limit + 1, after)
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: (last) => [toHex(last.balance), toHex(last.holder)] },
      binding,
    )
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
          percent: percentOf(held, supply),
        }
      }),
    }
  }

/** Balances above zero, largest first, from `after` on. */
export const largestBalances = async (
  db: Kysely<EvmTables>,
  chain: number,
  token: Uint8Array,
  limit: number,
  after?: HolderPlace,
): Promise<HolderPlace[]> => {
  const from = after && sql`and (balance, holder) < (${after.balance}, ${after.holder})`
  const { rows } = await sql<HolderPlace>`
    select holder, balance from evm_erc20_balances
    where chain = ${chain} and token_address = ${token} and balance > ${sortableZero} ${from ?? sql``}
    order by balance desc, holder desc limit ${limit}`.execute(db)
  return rows
}
