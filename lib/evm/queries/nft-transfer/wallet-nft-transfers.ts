import type { Asked } from '#lib/api/coverage.ts'
import type { Input, Service } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import { askedBlocks, askedFromKey, askedKey } from '#lib/evm/coverage/asked-blocks.ts'
import { type BlockBounds, resolveBounds } from '#lib/evm/coverage/block-bounds.ts'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { standingOf } from '#lib/evm/queries/parts/flags.ts'
import { ascendingOrder, openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import { countPlaces, type IndexRange, nextPlace, type Place, readPlace } from '#lib/evm/queries/parts/merged-ranges.ts'
import type { CursorPlace } from '#lib/store/cursors.ts'
import { nftTotalMax, nftTransferPage, type StoredNftTransfer } from './nft-transfer-page.ts'
import { nftTransferRecord } from './nft-transfer-record.ts'

type WalletInput = Input<EvmApi['walletNftTransfers']>

/** E1. Bounds given as dates are only mapped to blocks on page 1. */
export const walletNftTransfers =
  (context: EvmQueryContext): Service<EvmApi>['walletNftTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const coverageThen = await context.coverage(chain)
    const { address, direction, from_block, to_block, from_date, to_date } = input
    const order = ascendingOrder(input)
    const isAscending = order !== undefined
    const filters = { chain: chain.id, address, direction, from_block, to_block, from_date, to_date, order }
    const binding = { route: 'walletNftTransfers', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const isCounted = !place && !input.disable_total

    const { db } = context.store
    const from = place ? readKey(place.key, isAscending) : fromStart(await resolveBounds(db, chain.id, input), input)
    const coverage = coverageThen(from?.asked)
    call?.coveredBy?.(coverage)
    const merged = from && {
      table: 'evm_nft_transfers' as const,
      chain: chain.id,
      ranges: rangesOf(toBytes(address), direction),
      floor: from.floor,
      before: from.before,
      isAscending,
    }
    const [rows, counted] = await Promise.all([
      merged ? nftTransferPage(db, merged, limit + 1) : [],
      merged && isCounted ? countPlaces(db, merged, nftTotalMax) : 0,
    ])
    const total = place ? place.total : isCounted ? counted : null
    const keyOf = (last: StoredNftTransfer) => [
      ...readPlace('evm_nft_transfers', last),
      (isAscending ? from?.before?.[0] : from?.floor[0]) ?? null,
      ...askedKey(from?.asked, coverage, input),
    ]
    const { shown, cursor } = shownPage(context, { rows, limit, page, total, keyOf }, binding)
    const standing = await standingOf(
      context,
      chain.id,
      shown.map(({ token_address }) => token_address),
    )
    const result = shown.map((row) => nftTransferRecord(row, input.format, standing))
    const envelope = { total, page: page - 1, page_size: limit, cursor, result }
    return { ...envelope, block_exists: coverage.rangeCount > 0, index_complete: coverage.isComplete }
  }

type Start = { floor: Place; before: Place | undefined; asked: Asked }

const fromStart = (bounds: BlockBounds | undefined, input: WalletInput): Start | undefined =>
  bounds && {
    floor: [bounds.lowest],
    before: bounds.highest === undefined ? undefined : [bounds.highest + 1],
    asked: askedBlocks(bounds, input),
  }

/**
 * The key of a cursor: the place of the last row shown, the bound at the list's other end (the lowest block; ascending, the block
 * above the highest, or null), and the blocks that were requested.
 */
const readKey = ([block, log, batch, end, first, last]: CursorPlace['key'], isAscending: boolean): Start => {
  const shown = [Number(block), Number(log), Number(batch)]
  const asked = askedFromKey(first, last)
  if (!isAscending) return { floor: [Number(end)], before: shown, asked }
  return { floor: nextPlace(shown), before: typeof end === 'number' ? [end] : undefined, asked }
}

const rangesOf = (address: Uint8Array, direction: WalletInput['direction']): IndexRange[] => {
  const from = { column: 'from_address', address } as const
  const to = { column: 'to_address', address } as const
  if (direction === 'both') return [from, to]
  return direction === 'from' ? [from] : [to]
}
