import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter, isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { InBlock } from '#lib/evm/chain/decode/records.ts'
import { decodableLogs, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { type FoundBlock, findBlock } from '#lib/evm/query/find-block.ts'
import { countPlaces, type MergedRanges, placedRows } from '#lib/evm/query/merged-ranges.ts'
import { type ListPosition, nextPosition } from '#lib/evm/query/ranged-chain.ts'
import { coverageOfBlock, coverageOfNothing } from '#lib/evm/query/report-coverage.ts'
import type { nftEndpoints } from './contract.ts'
import { nftTransferRecord, shownTokens } from './nft-transfer-record.ts'

export type StoredNftTransfer = NftTransferRow & InBlock

/** Counting stops here: a total above it is null. */
export const nftTotalMax = 100_000

/** NFT transfers in list order, in one statement. */
export const readNftTransferPage = async (
  db: Kysely<EvmTables>,
  merged: Omit<MergedRanges, 'table'>,
  rows: number,
): Promise<StoredNftTransfer[]> => {
  const { columns, from, order } = await placedRows(db, { ...merged, table: 'evm_nft_transfers' }, rows)
  const found = await sql<StoredNftTransfer>`select ${columns} from ${from} order by ${order}`.execute(db)
  return found.rows
}

/** The NFT transfers of a block that only the node has, newest first, in the format of stored ones. */
const reportedNftTransfers = async (
  db: Kysely<EvmTables>,
  chain: number,
  block: EvmBlock,
): Promise<StoredNftTransfer[]> => {
  const { nftTransfers } = await decodedTokens(db, chain, block)
  const inBlock = { block_hash: toBytes(block.hash), block_timestamp: block.timestamp }
  return nftTransfers.map((row) => ({ ...row, ...inBlock })).toReversed()
}

/** The token events of a block that only the node has. */
export const decodedTokens = async (db: Kysely<EvmTables>, chain: number, block: EvmBlock): Promise<TokenRows> => {
  const logs = decodableLogs([block])
  const kinds = await kindsOf(db, chain, ambiguousContracts(logs))
  return decodeTokens(chain, logs, (address) => kinds.get(address))
}

const kindsOf = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, ContractKind | null>> => {
  if (!addresses.length) return new Map()
  const rows = await db
    .selectFrom('evm_contracts')
    .select(['address', 'kind'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses.map(toBytes))
    .execute()
  return new Map(rows.map(({ address, kind }) => [toHex(address), kind]))
}

/** The cursor contains the block's hash: a reorg ends the list. Blocks that are not indexed are read from the node. */
export const blockNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['blockNftTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const wanted = input.block_number_or_hash
    const order = ascendingOrder(input)
    const binding = { route: 'blockNftTransfers', filters: { chain: chain.id, block: wanted, order } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const isCounted = !position && !input.disable_total
    const envelope = { page: page - 1, page_size: limit }

    const found = await knownBlock(context, chain, wanted, call?.signal)
    if (position && position.key[0] !== (found && hashOf(found)))
      throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')
    const coverage = found ? coverageOfBlock(numberOf(found)) : coverageOfNothing
    call?.coveredBy?.(coverage)
    const known = { block_exists: found !== undefined, index_complete: coverage.isComplete }
    if (!found) return { total: isCounted ? 0 : null, ...envelope, cursor: null, result: [], ...known }

    const read = await transfersIn(context, chain.id, found, {
      after: position && [Number(position.key[1]), Number(position.key[2])],
      isAscending: order !== undefined,
      rows: limit + 1,
      isCounted,
    })
    const total = position ? position.total : read.total
    const keyOf = (last: StoredNftTransfer) => [hashOf(found), last.log_index, last.batch_index]
    const { shown, cursor } = shownPage(context, { rows: read.transfers, limit, page, total, keyOf }, binding)
    const tokens = await shownTokens(context, chain.id, shown)
    const result = shown.map((row) => nftTransferRecord(row, 'decimal', tokens))
    return { total, ...envelope, cursor, result, ...known }
  }

const numberOf = (found: FoundBlock): number => ('stored' in found ? found.stored : found.fetched).number

const hashOf = (found: FoundBlock): string => ('stored' in found ? toHex(found.stored.hash) : found.fetched.hash)

/** A block that is not indexed is only unknown if there is no node: a failing node says nothing about it. */
const knownBlock = async (
  context: EvmQueryContext,
  chain: ServedChain,
  numberOrHash: string,
  signal: AbortSignal | undefined,
): Promise<FoundBlock | undefined> => {
  try {
    return await findBlock(context, chain, numberOrHash, signal)
  } catch (error) {
    if (isServiceError(error, 'chain_not_served')) return undefined
    throw error
  }
}

type Wanted = {
  /** Only transfers that follow this log index and batch index in the list's order. */
  after: ListPosition | undefined
  isAscending: boolean
  rows: number
  isCounted: boolean
}

const transfersIn = async (
  { store: { db } }: EvmQueryContext,
  chain: number,
  found: FoundBlock,
  { after, isAscending, rows, isCounted }: Wanted,
): Promise<{ transfers: StoredNftTransfer[]; total: number | null }> => {
  if ('fetched' in found) {
    const all = await reportedNftTransfers(db, chain, found.fetched)
    const inOrder = isAscending ? all.toReversed() : all
    const transfers = after
      ? inOrder.filter((row) => isAscending !== isBelow(row, after) && !isAt(row, after))
      : inOrder
    return { transfers: transfers.slice(0, rows), total: isCounted ? all.length : null }
  }
  const { number, hash } = found.stored
  const inBlock = { table: 'evm_nft_transfers', chain, ranges: [], floor: [number], before: [number + 1] } as const
  const following =
    after && (isAscending ? { floor: nextPosition([number, ...after]) } : { before: [number, ...after] })
  const [transfers, total] = await Promise.all([
    readNftTransferPage(db, { ...inBlock, ...following, isAscending }, rows),
    isCounted ? countPlaces(db, inBlock, nftTotalMax) : null,
  ])
  // A reorg happened between the two reads: the block has no transfers any more.
  return { transfers: transfers.filter(({ block_hash }) => toHex(block_hash) === toHex(hash)), total }
}

const isAt = (row: StoredNftTransfer, [log, batch]: ListPosition): boolean =>
  row.log_index === log && row.batch_index === batch

const isBelow = (row: StoredNftTransfer, [log = 0, batch = 0]: ListPosition): boolean =>
  row.log_index < log || (row.log_index === log && row.batch_index < batch)
