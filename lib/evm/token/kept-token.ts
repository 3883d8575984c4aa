import { type Kysely, sql } from 'kysely'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { fromSortable, sortableZero } from '#lib/base/sortable-integer.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Erc20BalanceRow, Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { centsText, holdingValue, type Price } from '#lib/evm/prices/price.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { tokenEndpoints } from './contract.ts'
import type { tokenListEndpoints } from './lists-contract.ts'

type KeptToken = { row: Erc20TokenRow | undefined; status: 'COUNTED' | 'COUNTING' | 'INCOMPLETE' }

/** A token, and whether its balances include every transfer. Reports the coverage of the response. */
export const keptToken = async (
  { store: { db }, coverage }: EvmQueryContext,
  chain: ServedChain,
  address: string,
  call: CallContext | undefined,
): Promise<KeptToken> => {
  const { isComplete } = await reportCoverage(coverage, chain, call, { contracts: [address] })
  const row = await tokenRow(db, chain.id, toBytes(address))
  return { row, status: isComplete ? (row?.built_to === null ? 'COUNTED' : 'COUNTING') : 'INCOMPLETE' }
}

const tokenRow = (
  db: Kysely<EvmTables>,
  chain: number,
  token_address: Uint8Array,
): Promise<Erc20TokenRow | undefined> =>
  db
    .selectFrom('evm_erc20_tokens')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .executeTakeFirst()

/** A percentage truncated to `digits` decimals; null without a supply. */
export const tokenPercentOf = (part: bigint, supply: bigint, digits: number): number | null => {
  const unit = 10 ** digits
  return supply > 0n ? Number((part * BigInt(100 * unit)) / supply) / unit : null
}

type HolderPlace = Pick<Erc20BalanceRow, 'holder' | 'balance'>

/** The holders of a token. A page is a range of the index of balances. */
export const tokenHoldersQuery =
  (context: EvmQueryContext): Service<typeof tokenListEndpoints>['evmTokenHolders'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address } = input
    const binding = { route: 'evmTokenHolders', filters: { chain: chain.id, address } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const { row, status } = await keptToken(context, chain, address, call)
    if (status !== 'COUNTED' || !row) return { cursor: null, status, result: [] }
    const after = placeAfter(position?.key)
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
const holderPlaceKey = ({ balance, holder }: HolderPlace): string[] => [toHex(balance), toHex(holder)]

const placeAfter = (key: readonly unknown[] | undefined): HolderPlace | undefined => {
  const [balance, holder] = key?.map((text) => toBytes(String(text))) ?? []
  return balance && holder ? { balance, holder } : undefined
}

const retryAfterSeconds = 30

/** The owners of an ERC20 token, from the balances that the worker keeps of tokens with a complete history. */
export const tokenOwnersQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['tokenOwners'] =>
  async ({ token_address: token, ...input }, call) => {
    const { db } = context.store
    const chain = context.served.resolve(input.chain)
    const order = ascendingOrder(input)
    const binding = { route: 'tokenOwners', filters: { chain: chain.id, token, order } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
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
        after: placeAfter(position?.key),
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
