import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { centsText, holdingValue, type Price } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { ascendingOrder, openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { tokenEndpoints } from './contract.ts'
import { keptToken, tokenPercentOf } from './kept-token.ts'
import { heldBalances, holderPlaceKey, placeAfter } from './token-holders.ts'

const retryAfterSeconds = 30

/** The owners of an ERC20 token, from the balances that the worker keeps of tokens with a complete history. */
export const tokenOwnersQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['tokenOwners'] =>
  async ({ token_address: token, ...input }, call) => {
    const { db } = context.store
    const chain = context.served.resolve(input.chain)
    const order = ascendingOrder(input)
    const binding = { route: 'tokenOwners', filters: { chain: chain.id, token, order } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const { row: known, status } = await keptToken(context, chain, token, call)
    if (!known && status !== 'INCOMPLETE')
      return { page, page_size: limit, cursor: null, total_supply: '0', result: [] }
    if (!known || status !== 'COUNTED') {
      await context.histories.request(chain, [token], call?.requester).catch(() => undefined)
      const message = `The owners of ${token} are listed once its whole history is indexed.`
      throw new ServiceError('not_available', message, { retryAfterSeconds })
    }
    if (known.overdrawn > 0)
      throw new ServiceError(
        'not_available',
        `The balances of ${token} change without transfers, so that its owners are not known.`,
      )
    const [metadata, rows] = await Promise.all([
      readTokenMetadata(db, chain.id, [token]),
      heldBalances(db, chain.id, token, {
        isAscending: order !== undefined,
        after: placeAfter(place?.key),
        limit: limit + 1,
      }),
    ])
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf: holderPlaceKey }, binding)
    const decimals = metadata.get(token)?.decimals ?? null
    const supply = fromSortable(known.supply)
    const labelOf = labelsOn(context.known, chain.id)
    const isPriced = decimals !== null && isHex(token)
    const prices = isPriced ? await readPrices(context, chain, [{ address: token, decimals }]) : null
    const price = prices?.tokens.get(token)
    const result = shown.map((row) => {
      const owner = toHex(row.holder)
      const amount = fromSortable(row.balance)
      return {
        owner_address: owner,
        owner_address_label: labelOf(owner),
        balance: String(amount),
        balance_formatted: valueDecimal(String(amount), decimals),
        usd_value: price && decimals !== null ? usdValueText(amount, decimals, price) : null,
        is_contract: null,
        percentage_relative_to_total_supply: tokenPercentOf(amount, supply, 6) ?? 0,
        entity: null,
        entity_logo: null,
      }
    })
    return { page, page_size: limit, cursor, total_supply: String(supply), result }
  }

const usdValueText = (amount: bigint, decimals: number, price: Price): string | null => {
  const value = holdingValue(amount, decimals, price)
  return value === null ? null : centsText(value)
}
