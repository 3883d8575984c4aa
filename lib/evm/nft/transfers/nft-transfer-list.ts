import type { RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext, Input, Output } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { nftEndpoints } from '#lib/evm/nft/contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type BlockBounds, resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks, requestedFromKey, requestedKey } from '#lib/evm/query/coverage/requested-blocks.ts'
import { ascendingOrder, openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { countPlaces } from '#lib/evm/query/ranges/merged-ranges.ts'
import { type ListPlace, nextPlace, readPlace } from '#lib/evm/query/ranges/places.ts'
import { plannedPage } from '#lib/evm/query/ranges/planned-page.ts'
import { plansOf, type RangeCondition } from '#lib/evm/query/ranges/range-plans.ts'
import { rangedChain } from '#lib/evm/query/ranges/ranged-chain.ts'
import type { CursorPlace } from '#lib/store/cursors.ts'
import { nftTotalMax, type StoredNftTransfer } from './nft-transfer-page.ts'
import { nftTransferRecord, shownTokens } from './nft-transfer-record.ts'

type Listed = {
  /** The endpoint, to which its cursors belong. */
  route: string
  /** Its parameters besides those of every list. */
  filters: Readonly<Record<string, string | string[] | undefined>>
  /** If set: all transfers are of these. */
  contracts?: readonly string[] | undefined
  /** What rows meet; none for all of the chain. Only rows of at most one condition are counted. */
  conditions: readonly RangeCondition[]
}

type ListInput = Omit<
  Input<(typeof nftEndpoints)['walletNftTransfers']>,
  'address' | 'chain' | 'direction' | 'contract_addresses'
>

/** A list of NFT transfers in chain order. Bounds given as dates are only mapped to blocks on page 1. */
export const listNftTransfers = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { route, filters: own, contracts, conditions }: Listed,
  { input, call }: { input: ListInput; call: CallContext | undefined },
): Promise<Output<(typeof nftEndpoints)['walletNftTransfers']>> => {
  const { from_block, to_block, from_date, to_date } = input
  const coverageThen = await context.coverage(chain, contracts)
  const order = ascendingOrder(input)
  const isAscending = order !== undefined
  const filters = { chain: chain.id, ...own, from_block, to_block, from_date, to_date, order }
  const binding = { route, filters }
  const place = openCursor(context, input.cursor, binding)
  const { limit, page } = place ?? { limit: input.limit, page: 1 }
  const isCounted = !place && !input.disable_total && conditions.length < 2

  const { db } = context.store
  const from = place ? readKey(place.key, isAscending) : fromStart(await resolveBounds(db, chain.id, input), input)
  const coverage = coverageThen(from?.asked)
  call?.coveredBy?.(coverage)
  const plans = plansOf(conditions)
  const ranged = await rangedChain(context, chain)
  const merged = from && {
    table: 'evm_nft_transfers' as const,
    ...ranged,
    ranges: plans[0]?.ranges ?? [],
    floor: from.floor,
    before: from.before,
    isAscending,
  }
  const query = merged && { list: merged, plans, rows: limit + 1 }
  const [{ rows, examinedTo }, counted] = await Promise.all([
    query ? plannedPage<StoredNftTransfer>(db, query) : { rows: [], examinedTo: undefined },
    merged && isCounted ? countPlaces(db, merged, nftTotalMax) : 0,
  ])
  const total = place ? place.total : isCounted ? counted : null
  const keyOf = (last: ListPlace) => [
    ...last,
    (isAscending ? from?.before?.[0] : from?.floor[0]) ?? null,
    ...requestedKey(from?.asked, coverage, input),
  ]
  const { shown, cursor } = shownPage<StoredNftTransfer>(
    context,
    {
      rows,
      limit,
      page,
      total,
      keyOf: (last) => keyOf(readPlace('evm_nft_transfers', last)),
      examinedTo: examinedTo && keyOf(examinedTo),
    },
    binding,
  )
  const tokens = await shownTokens(context, chain.id, shown)
  const result = shown.map((row) => nftTransferRecord(row, input.format, tokens))
  const envelope = { total, page: page - 1, page_size: limit, cursor, result }
  return { ...envelope, block_exists: coverage.rangeCount > 0, index_complete: coverage.isComplete }
}

type Start = { floor: ListPlace; before: ListPlace | undefined; asked: RequestedRange }

const fromStart = (bounds: BlockBounds | undefined, input: ListInput): Start | undefined =>
  bounds && {
    floor: [bounds.lowest],
    before: bounds.highest === undefined ? undefined : [bounds.highest + 1],
    asked: requestedBlocks(bounds, input),
  }

/**
 * The key of a cursor: the place of the last row shown, the bound at the list's other end (the lowest block; ascending, the block
 * above the highest, or null), and the blocks that were requested.
 */
const readKey = ([block, log, batch, end, first, last]: CursorPlace['key'], isAscending: boolean): Start => {
  const shown = [Number(block), Number(log), Number(batch)]
  const asked = requestedFromKey(first, last)
  if (!isAscending) return { floor: [Number(end)], before: shown, asked }
  return { floor: nextPlace(shown), before: typeof end === 'number' ? [end] : undefined, asked }
}
