import type { CallContext, Input, Output, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { TokenTransfer } from '#lib/evm/api/records/tokens.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import {
  type BlockBounds,
  requestedBlocks,
  requestedFromKey,
  requestedKey,
  resolveBounds,
} from '#lib/evm/query/block-bounds.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { countPlaces } from '#lib/evm/query/merged-ranges.ts'
import { type ListPosition, nextPosition, rangedChain, readPosition } from '#lib/evm/query/ranged-chain.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import type { CursorPosition } from '#lib/store/cursors.ts'
import type { tokenEndpoints } from './contract.ts'
import { type Erc20List, erc20Page, erc20Plans, type StoredErc20Event } from './erc20-plans.ts'

const list: Erc20List = { table: 'evm_erc20_transfers', walletColumns: ['from_address', 'to_address'] }

/** The ERC20 transfers of one wallet. */
export const walletTokenTransfersQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['walletTokenTransfers'] =>
  ({ contract_addresses, ...input }, call) => {
    const contracts = contract_addresses?.length ? contract_addresses : undefined
    const filters = { wallet_addresses: [input.address], contract_addresses: contracts }
    return readList(context, 'walletTokenTransfers', filters, { input, call })
  }

/** The transfers of one ERC20 token. */
export const tokenTransfersQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['tokenTransfers'] =>
  (input, call) =>
    readList(context, 'tokenTransfers', { contract_addresses: [input.address] }, { input, call })

type ListInput = Input<(typeof tokenEndpoints)['tokenTransfers']>
type ListFilters = { wallet_addresses?: string[]; contract_addresses?: string[] }

/** Bounds given as dates are only mapped to blocks on page 1. */
const readList = async (
  context: EvmQueryContext,
  route: string,
  lists: ListFilters,
  { input, call }: { input: ListInput; call: CallContext | undefined },
): Promise<Output<(typeof tokenEndpoints)['tokenTransfers']>> => {
  const { db } = context.store
  const chain = context.served.resolve(input.chain)
  const coverageThen = await context.coverage(chain, lists.contract_addresses)
  const order = ascendingOrder(input)
  const isAscending = order !== undefined
  const { from_block, to_block, from_date, to_date } = input
  const filters = { chain: chain.id, ...lists, from_block, to_block, from_date, to_date, order }
  const binding = { route, filters }
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }

  const from = position
    ? readKey(position.key, isAscending)
    : fromStart(await resolveBounds(db, chain.id, input), input)
  const coverage = coverageThen(from?.asked)
  call?.coveredBy?.(coverage)
  const plans = erc20Plans(list, lists)
  const [first] = plans
  const isCounted = !position && !input.disable_total && plans.length === 1
  const { floor, before } = from ?? {}
  const ranged = await rangedChain(context, chain)
  const query = floor && { list, ...ranged, plans, floor, before, isAscending, rows: limit + 1 }
  const [{ events, examinedTo }, counted] = await Promise.all([
    query ? erc20Page(db, query) : { events: [], examinedTo: undefined },
    isCounted && floor && first
      ? countPlaces(db, { table: list.table, ...ranged, ranges: first.ranges, floor, before }, countedMax)
      : 0,
  ])
  const total = position ? position.total : isCounted ? counted : null
  const end = (isAscending ? from?.before?.[0] : from?.floor[0]) ?? null
  const keyOf = (last: ListPosition) => [...last, end, ...requestedKey(from?.asked, coverage, input)]
  const { shown, cursor } = shownPage<StoredErc20Event>(
    context,
    {
      rows: events,
      limit,
      page,
      total,
      keyOf: (last) => keyOf(readPosition(list.table, last)),
      examinedTo: examinedTo && keyOf(examinedTo),
    },
    binding,
  )
  const contracts = shown.map(({ token_address }) => token_address)
  const marks = await marksOf(context, chain.id, contracts)
  const result = shown.map((row) => transferRecord(row, marks, chain.id))
  return { total, page: page - 1, page_size: limit, cursor, result }
}

type Start = { floor: ListPosition; before: ListPosition | undefined; asked: ReturnType<typeof requestedFromKey> }

const fromStart = (bounds: BlockBounds | undefined, input: ListInput): Start | undefined =>
  bounds && {
    floor: [bounds.lowest],
    before: bounds.highest === undefined ? undefined : [bounds.highest + 1],
    asked: requestedBlocks(bounds, input),
  }

/** The place of the last row shown, the bound at the list's other end, and the blocks that were requested. */
const readKey = ([block, log, end, first, last]: CursorPosition['key'], isAscending: boolean): Start => {
  const shown = [Number(block), Number(log)]
  const asked = requestedFromKey(first, last)
  if (!isAscending) return { floor: [Number(end)], before: shown, asked }
  return { floor: nextPosition(shown), before: typeof end === 'number' ? [end] : undefined, asked }
}

const transferRecord = (
  row: StoredErc20Event,
  { labelOf, logoOf, flags }: AddressMarks,
  chain: number,
): TokenTransfer => {
  const address = toHex(row.token_address)
  const [from, to] = [toHex(row.from_address), toHex(row.to_address)]
  const { possible_spam, verified_collection } = flags(address)
  return {
    token_name: row.name,
    token_symbol: row.symbol,
    token_logo: logoOf(address),
    token_decimals: row.decimals === null ? null : String(row.decimals),
    transaction_hash: toHex(row.transaction_hash),
    address,
    block_timestamp: timestampText(row.block_timestamp),
    block_number: String(row.block_number),
    block_hash: toHex(row.block_hash),
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: labelOf(to),
    value: row.value,
    transaction_index: row.transaction_index,
    log_index: row.log_index,
    possible_spam,
    verified_contract: verified_collection || listedTokens(chain).has(address),
    value_decimal: valueDecimal(row.value, row.decimals),
  }
}
