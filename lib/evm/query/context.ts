import type { Requester } from '#lib/api/endpoint.ts'
import { fittingCount } from '#lib/api/fit-answer.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmAbis } from '#lib/evm/abi/abi-index.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import type { GivenAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { FunctionShapes } from '#lib/evm/bytecode/function-shapes.ts'
import type { OnDemandPolicy } from '#lib/evm/chain/backfill/request-history.ts'
import type { RawBlock } from '#lib/evm/chain/rpc/reading/raw-block.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import type { PriceBook } from '#lib/evm/prices/price-book.ts'
import type { KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import type { CursorBinding, CursorPosition, Cursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import type { InternalCallsCache } from './caches/internal-calls-cache.ts'
import type { KeptCalldata } from './caches/kept-calldata.ts'
import type { Replays } from './caches/replays.ts'
import type { StateReads } from './caches/state-reads.ts'
import type { EvmCoverage } from './evm-coverage.ts'
import type { WalletNames } from './name-port.ts'
import type { EvmNodeAccess } from './node-access.ts'

/** The backfill functions that lists of a collection need. Addresses are lower-case hex. */
export type EvmBackfill = {
  /**
   * Queues the backfill of contracts that are not indexed and that `requester` may start; returns immediately. Contracts
   * beyond the requester's quota are skipped without an error.
   */
  request(chain: ServedChain, addresses: readonly string[], requester: Requester | undefined): Promise<void>
}

/** Known media by their key as `toHex` formats it; none for those without a URI. */
type MediaRecords = (
  rows: readonly (Pick<NftMetadataRow, 'media_uri' | 'media_key'> & { is_cut?: boolean })[],
) => Promise<ReadonlyMap<string, NftMedia>>

/** How long an answer about several chains waits for each of them: one with a slow node or database must not delay the others. */
export const chainWaitMs = 4_000

/** Dependencies of every query of the EVM index. */
export type EvmQueryContext = {
  store: Store<EvmTables>
  /** The context of another chain, which may be in another database. */
  of: (chain: ServedChain) => EvmQueryContext
  served: ServedChains
  cursors: Cursors
  node: EvmNodeAccess
  histories: EvmBackfill
  /** Who may start the backfill of a contract; everyone by default. */
  onDemandPolicy?: OnDemandPolicy
  /** Decides whether an answer is complete. */
  coverage: EvmCoverage
  internalCalls: InternalCallsCache
  /** What nodes report of running transactions again. */
  replays: Replays
  /** The most gas of a call or a simulation of a visitor; that of the newest block is a limit too. */
  gasMax?: number
  /** Cached reads of the state after a block. */
  stateReads: StateReads
  /** Undefined with `PRICES=off`: then nothing has a price. */
  prices?: PriceBook
  /** Labels, verified collections and spam lists. */
  known: KnownAddresses
  /** ENS names; without it, no names are known. */
  names?: WalletNames
  /** Without it, nothing is decoded. */
  abis?: EvmAbis
  /** Without it, nobody can give an ABI. */
  givenAbis?: GivenAbis
  /** Without it, simulated calldata is limited to what fits into a URL. */
  keptCalldata?: KeptCalldata
  /** Without it, no source code is known. */
  sources?: ContractSources
  /** Without it, calls and events without a verified ABI stay undecoded. */
  signatures?: KnownSignatures
  /** Without it, nothing is guessed from bytecode but selectors. */
  shapes?: FunctionShapes
  /** Images, videos and audio; without it, records have none. */
  media?: MediaRecords
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * The raw block from the node, which has all inputs of its hash. @throws not_available without a node, upstream_failed
 * if the node now has a different block, or none, at that height.
 */
export const fetchRawBlock = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  { number, hash }: { number: number; hash: Uint8Array },
  signal: AbortSignal | undefined,
): Promise<RawBlock> => {
  if (!node.rawBlock)
    throw new ServiceError('not_available', `Blocks of ${chain.title} cannot be recomputed here: this requires a node.`)
  const raw = await node.rawBlock(chain, number, signal)
  if (raw?.block.hash === toHex(hash)) return raw
  throw new ServiceError(
    'upstream_failed',
    `The node of ${chain.title} has a different block ${number}, or none: it is behind, or a reorg is in progress. Please try again.`,
    { retryAfterSeconds: 1 },
  )
}

/**
 * The position where a list continues; undefined on page 1. @throws invalid_request naming `cursor` if it belongs to
 * another list.
 */
export const openCursor = (
  { cursors }: EvmQueryContext,
  cursor: string | undefined,
  binding: CursorBinding,
): CursorPosition | undefined => (cursor === undefined ? undefined : cursors.open(cursor, binding))

/** How an ascending list is marked in its cursor; descending ones are unmarked, so that older cursors stay valid. */
export const ascendingOrder = ({ order }: { order?: 'ASC' | 'DESC' }): 'ASC' | undefined =>
  order === 'ASC' ? order : undefined

type ReadPage<Row, Shown = Row> = {
  /** One row more than the page shows: it reveals whether another page follows, without a further query. */
  rows: readonly Row[]
  limit: number
  page: number
  total?: number | null
  /** The sort key of the last row shown, and other values that the next page needs. */
  keyOf: (last: Row) => CursorPosition['key']
  /** What the page shows of a row, which may weigh more. */
  recordOf?: (row: Row) => Shown
  /** The rows that can be shown, if not as many as the limit: of others not everything was read. */
  shownMax?: number
  /** Where the next page continues if this one is not full, because its search for rows is bounded. */
  examinedTo?: CursorPosition['key']
}

/**
 * The rows of a page, and the cursor of the next. There is no snapshot: a descending list continues from its key, and
 * new rows are above; an ascending one ends with rows that arrived meanwhile. A page of heavy rows ends early.
 */
export const shownPage = <Row, Shown = Row>(
  { cursors, now }: EvmQueryContext,
  {
    rows,
    limit,
    page,
    total = null,
    keyOf,
    examinedTo,
    recordOf = (row) => row as unknown as Shown,
    shownMax = limit,
  }: ReadPage<Row, Shown>,
  binding: CursorBinding,
): { shown: Shown[]; cursor: string | null } => {
  const records = rows.slice(0, Math.min(limit, Math.max(1, shownMax))).map(recordOf)
  const shown = records.slice(0, fittingCount(records))
  const last = rows[shown.length - 1]
  const key = rows.length > shown.length && last !== undefined ? keyOf(last) : examinedTo
  if (key === undefined) return { shown, cursor: null }
  const issuedAt = Math.floor(now() / 1_000)
  return { shown, cursor: cursors.seal({ limit, key, page: page + 1, total, snapshot: null, issuedAt }, binding) }
}
