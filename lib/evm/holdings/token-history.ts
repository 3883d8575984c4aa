import { type Kysely, sql } from 'kysely'
import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext, Input } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { balanceCall, readNumbers } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { withBlock } from '#lib/evm/query/with-block.ts'
import type { balanceHistoryEndpoints } from './contract.ts'

/** The change of a balance by a block's transfers. */
type Change = { block: number; timestamp: number; delta: bigint }
export type Point = { block: number; timestamp: number; balance: bigint }

type Walk = {
  /** Newest first. */
  points: Point[]
  /** The balance before the last of the points. */
  before: bigint
  /** False if the balance becomes negative: the token changes balances without transfers. */
  isExact: boolean
}

/** Balances after each of the blocks, counted back from the balance after the newest of them; `changes` are newest first. */
const walkBack = (balance: bigint, changes: readonly Change[]): Walk => {
  const points: Point[] = []
  let after = balance
  for (const { block, timestamp, delta } of changes) {
    if (after < 0n) return { points, before: after, isExact: false }
    points.push({ block, timestamp, balance: after })
    after -= delta
  }
  return { points, before: after, isExact: after >= 0n }
}

type Endpoint = (typeof balanceHistoryEndpoints)['evmBalanceHistory']

/** What a history was computed from, and its balances, newest first. */
export type FoundHistory = {
  token_address: string | null
  symbol: string | null
  decimals: number | null
  is_sampled: boolean
  note: string | null
  cursor: string | null
  points: readonly Point[]
}

export type HistoryQuestion = Input<Endpoint> & { newest: { number: number; timestamp: number; hash: Hex } }

/** Transfers of the address read on each side, of all tokens: some ten milliseconds. */
const transfersMax = 5_000

type Side = 'from_address' | 'to_address'
type Row = { block_number: number; block_timestamp: number; value: string }
/**
 * The number of transfers read and the block of the oldest, joined with each transfer of the token; without any, a
 * single row.
 */
type NewestRow = { transfers: number; oldest: number | null } & (Row | { [Column in keyof Row]: null })

type Changes = {
  /** Newest first, without blocks that left the balance as it was. */
  changes: readonly Change[]
  /** Changes before this block were not read. */
  readFrom: number
}

/** The changes of an address's balance of a token by its transfers, in blocks `first` to `last`. */
const tokenChanges = async (
  db: Kysely<EvmTables>,
  {
    chain,
    address,
    token,
    first,
    last,
  }: { chain: number; address: string; token: string; first: number; last: number },
): Promise<Changes> => {
  const block = withBlock(chain, 't')
  const read = async (side: Side) => {
    const { rows } = await sql<NewestRow>`
      with newest as materialized (
        select block_number, token_address, value from evm_erc20_transfers
          where chain = ${chain} and ${sql.ref(side)} = ${toBytes(address)}
            and block_number >= ${first} and block_number <= ${last}
          order by block_number desc, log_index desc limit ${transfersMax}),
      bounds as (select count(*) as transfers, min(block_number) as oldest from newest),
      changes as (select t.block_number, t.value, ${block.columns} from newest as t ${block.joins}
        where t.token_address = ${toBytes(token)})
      select * from bounds left join changes on true`.execute(db)
    const { transfers = 0, oldest = null } = rows[0] ?? {}
    const isCut = Number(transfers) >= transfersMax && oldest !== null
    return { rows: rows.filter(isChange), readFrom: isCut ? Number(oldest) + 1 : first }
  }
  const [sent, received] = await Promise.all([read('from_address'), read('to_address')])
  const readFrom = Math.max(sent.readFrom, received.readFrom)
  const byBlock = new Map<number, Change>()
  const add = ({ block_number, block_timestamp, value }: Row, sign: bigint) => {
    const block = Number(block_number)
    const known = byBlock.get(block)
    const delta = (known?.delta ?? 0n) + sign * BigInt(value)
    byBlock.set(block, { block, timestamp: Number(block_timestamp), delta })
  }
  for (const row of sent.rows) add(row, -1n)
  for (const row of received.rows) add(row, 1n)
  const changes = [...byBlock.values()]
    .filter(({ block, delta }) => block >= readFrom && delta !== 0n)
    .sort((a, b) => b.block - a.block)
  return { changes, readFrom }
}

const isChange = (row: NewestRow): row is NewestRow & Row => row.block_number !== null

const readMs = 8_000

/**
 * Every change of a token balance, counted back from what the contract returns now through transfers that are indexed without a
 * gap. The cursor keeps the block to continue below, and the balance after it.
 */
export const tokenHistory = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, token, newest, ...input }: HistoryQuestion & { token: string },
  call: CallContext | undefined,
): Promise<FoundHistory> => {
  const { db } = context.store
  const binding = { route: 'evmBalanceHistory', filters: { chain: chain.id, address, token } }
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }
  const coverage = (await context.coverage(chain, [token]))({ first: 0, last: newest.number })
  call?.coveredBy?.(coverage)
  const metadata = (await readTokenMetadata(db, chain.id, [token])).get(token)
  const { symbol = null, decimals = null } = metadata ?? {}
  const base = { token_address: token, symbol, decimals, is_sampled: false }
  const first = firstCovered(coverage, newest.number)
  if (first === undefined)
    return { ...base, note: 'The newest transfers of this token are not indexed.', cursor: null, points: [] }

  const last = position ? Number(position.key[0]) : newest.number
  const { changes, readFrom } = await tokenChanges(db, { chain: chain.id, address, token, first, last })
  const isWhole = coverage.isComplete && readFrom === first
  const now = position
    ? BigInt(String(position.key[1]))
    : await balanceNow(context, chain, { address, token, newest }, call)
  // Without a node, a complete history adds up from zero.
  const anchor = now ?? (isWhole && !position ? changes.reduce((sum, { delta }) => sum + delta, 0n) : undefined)
  if (anchor === undefined)
    return { ...base, note: 'The contract returned no balance to count back from.', cursor: null, points: [] }

  const walk = walkBack(anchor, changes)
  if (!walk.isExact || (isWhole && walk.before !== 0n))
    return {
      ...base,
      note: 'Balances of this token also change without transfers, so they cannot be derived from its transfers.',
      cursor: null,
      points: [],
    }
  const head: Point[] =
    position || changes[0]?.block === newest.number
      ? []
      : [{ block: newest.number, timestamp: newest.timestamp, balance: anchor }]
  const rows = [...head, ...walk.points]
  const isCut = readFrom > first && readFrom <= last
  const beforeOf = (point: Point): bigint => walk.points[walk.points.indexOf(point) + 1]?.balance ?? walk.before
  const keyOf = (point: Point) => [point.block - 1, String(point === head[0] ? anchor : beforeOf(point))]
  const { shown, cursor } = shownPage(
    context,
    {
      rows: rows.slice(0, limit + 1),
      limit,
      page,
      keyOf,
      examinedTo: isCut ? [readFrom - 1, String(walk.before)] : undefined,
    },
    binding,
  )
  return { ...base, note: noteOf(coverage, first, readFrom > last), cursor, points: shown }
}

/** The first block of the gapless range that ends at the newest block. */
const firstCovered = ({ isComplete, ranges: [range] }: Coverage, newest: number): number | undefined => {
  if (isComplete) return 0
  return range && range.last >= newest ? range.first : undefined
}

const noteOf = (coverage: Coverage, first: number, isBeyond: boolean): string | null => {
  if (isBeyond) return 'The address has too many transfers of other tokens: older balances are missing.'
  return coverage.isComplete ? null : `Transfers before block ${first} are not indexed: older balances are missing.`
}

const balanceNow = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, token, newest }: Pick<HistoryQuestion, 'address' | 'newest'> & { token: string },
  call: CallContext | undefined,
): Promise<bigint | undefined> => {
  if (!isHex(token) || !context.node.callContracts) return undefined
  using limit = timeLimit(readMs)
  const signal = call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
  try {
    const [balance] = await readNumbers(context, chain, [balanceCall(token, address)], { block: newest, signal })
    return typeof balance === 'bigint' ? balance : undefined
  } catch (error) {
    call?.signal?.throwIfAborted()
    if (!isServiceError(error) && !limit.signal.aborted) throw error
    if (error instanceof ServiceError && error.code === 'rate_limited') throw error
    return undefined
  }
}
