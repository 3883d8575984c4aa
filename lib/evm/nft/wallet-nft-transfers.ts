import { sql } from 'kysely'
import type { RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext, Input, Output, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import {
  type BlockBounds,
  requestedBlocks,
  requestedFromKey,
  requestedKey,
  resolveBounds,
} from '#lib/evm/query/block-bounds.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { countPlaces, hasOneOf, plansOf, type RangeCondition } from '#lib/evm/query/merged-ranges.ts'
import { plannedPage } from '#lib/evm/query/planned-page.ts'
import {
  type IndexColumn,
  type IndexRange,
  type ListPosition,
  nextPosition,
  rangedChain,
  readPosition,
} from '#lib/evm/query/ranged-chain.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import type { CursorPosition } from '#lib/store/cursors.ts'
import { nftTotalMax, readNftTransferPage, type StoredNftTransfer } from './block-nft-transfers.ts'
import type { ownershipEndpoints } from './collection-contract.ts'
import type { nftEndpoints } from './contract.ts'
import { nftTransferRecord, shownTokens } from './nft-transfer-record.ts'
import type { nftTransferEndpoints } from './transfer-contract.ts'

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
const listNftTransfers = async (
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
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }
  const isCounted = !position && !input.disable_total && conditions.length < 2

  const { db } = context.store
  const from = position
    ? readKey(position.key, isAscending)
    : fromStart(await resolveBounds(db, chain.id, input), input)
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
  const total = position ? position.total : isCounted ? counted : null
  const keyOf = (last: ListPosition) => [
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
      keyOf: (last) => keyOf(readPosition('evm_nft_transfers', last)),
      examinedTo: examinedTo && keyOf(examinedTo),
    },
    binding,
  )
  const tokens = await shownTokens(context, chain.id, shown)
  const result = shown.map((row) => nftTransferRecord(row, input.format, tokens))
  const envelope = { total, page: page - 1, page_size: limit, cursor, result }
  return { ...envelope, block_exists: coverage.rangeCount > 0, index_complete: coverage.isComplete }
}

type Start = { floor: ListPosition; before: ListPosition | undefined; asked: RequestedRange }

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
const readKey = ([block, log, batch, end, first, last]: CursorPosition['key'], isAscending: boolean): Start => {
  const shown = [Number(block), Number(log), Number(batch)]
  const asked = requestedFromKey(first, last)
  if (!isAscending) return { floor: [Number(end)], before: shown, asked }
  return { floor: nextPosition(shown), before: typeof end === 'number' ? [end] : undefined, asked }
}

const keyOf = (last: StoredNftTransfer) => readPosition('evm_nft_transfers', last)

/** Newest first: one range of the index by contract, or of the one by token, so a page costs the same whatever their size. */
export const collectionTransfersQuery =
  (context: EvmQueryContext): Service<typeof ownershipEndpoints>['evmCollectionTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id, from_block, to_block } = input
    const filters = { chain: chain.id, address, token_id, from_block, to_block }
    const binding = { route: 'evmCollectionTransfers', filters }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const blocks = { first: from_block ?? 0, last: to_block }
    await reportCoverage(context.coverage, chain, call, { blocks, contracts: [address] })
    const start: ListPosition | undefined = to_block === undefined ? undefined : [to_block + 1]

    const rows = await readNftTransferPage(
      context.store.db,
      {
        ...(await rangedChain(context, chain)),
        ranges: [rangeOf(toBytes(address), token_id)],
        floor: [from_block ?? 0],
        before: position ? position.key.map(Number) : start,
      },
      limit + 1,
    )
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const tokens = await shownTokens(context, chain.id, shown)
    return { cursor, result: shown.map((row) => nftTransferRecord(row, 'decimal', tokens)) }
  }

const rangeOf = (contract: Uint8Array, tokenId: string | undefined): IndexRange =>
  tokenId === undefined
    ? { column: 'token_address', address: contract }
    : { column: 'token_hash', address: tokenHash(contract, tokenId) }

/** The transfers of a collection. */
export const contractNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['contractNftTransfers'] =>
  async (input, call) => {
    const { address } = input
    const conditions = [hasOneOf(['token_address'], [toBytes(address)])]
    const listed = { route: 'contractNftTransfers', filters: { address }, contracts: [address], conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

/** The transfers of one token. */
export const tokenNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['tokenNftTransfers'] =>
  async (input, call) => {
    const { address, token_id } = input
    const conditions = [isToken(tokenHash(toBytes(address), token_id))]
    const listed = { route: 'tokenNftTransfers', filters: { address, token_id }, contracts: [address], conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

/** The transfers of all collections. */
export const chainNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['chainNftTransfers'] =>
  async (input, call) => {
    const listed = { route: 'chainNftTransfers', filters: {}, conditions: [] }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

const isToken = (hash: Uint8Array): RangeCondition => ({
  ranges: [{ column: 'token_hash', address: hash }],
  filter: sql<boolean>`t.token_hash = ${hash}`,
})

type WalletInput = Input<(typeof nftEndpoints)['walletNftTransfers']>

/** The NFT transfers from or to a wallet, of all or of some contracts. */
export const walletNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['walletNftTransfers'] =>
  async (input, call) => {
    const { address, direction, contract_addresses } = input
    const contracts = contract_addresses?.length ? [...new Set(contract_addresses)].map(toBytes) : undefined
    const conditions = [
      hasOneOf(sidesOf(direction), [toBytes(address)]),
      ...(contracts ? [hasOneOf(['token_address'], contracts)] : []),
    ]
    const filters = { address, direction, contract_addresses }
    const listed = { route: 'walletNftTransfers', filters, contracts: contract_addresses, conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

const sidesOf = (direction: WalletInput['direction']): IndexColumn[] => {
  if (direction === 'both') return ['from_address', 'to_address']
  return [direction === 'from' ? 'from_address' : 'to_address']
}
