import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type KnownAddresses, wellKnownTokens } from '#lib/evm/labels/known-addresses.ts'
import type { Attempts } from '#lib/store/attempts/attempts.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { fetchEvidence, nothingReported, type ReportedEvidence } from './fetch-evidence.ts'
import { type ContractEvidence, type Rating, rateContract } from './rate.ts'
import { readEvidence, readReach, type StoredEvidence, withWholeHistory } from './read-evidence.ts'
import { type DueContract, dueContracts, writeRatings } from './stored-ratings.ts'

/** The token that a contract imitates, if any. */
type FindLookAlike = (contract: Pick<ContractEvidence, 'address' | 'name' | 'symbol'>) => ContractEvidence['lookAlike']

type Trusted = { address: string; name: string | null; symbol: string | null }

const ethereum = 1
const perStatement = 500
/** Shorter ones coincide by chance. */
const nameLengthMin = 4
const symbolLengthMin = 3

/** Compares with verified tokens of the operator on the chain, and on Ethereum with well-known ones. */
const readTrustedTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  known: KnownAddresses,
): Promise<FindLookAlike> => {
  const verified = known.verifiedOn(chain)
  const rows: Pick<ContractRow, 'address' | 'name' | 'symbol'>[] = []
  for (const batch of batchesOf(verified, perStatement))
    rows.push(
      ...(await db
        .selectFrom('evm_contracts')
        .select(['address', 'name', 'symbol'])
        .where('chain', '=', chain)
        .where('address', 'in', batch.map(toBytes))
        .execute()),
    )
  const trusted: Trusted[] = [
    ...rows.map((row) => ({ ...row, address: toHex(row.address) })),
    ...(chain === ethereum ? wellKnownTokens : []),
  ]
  const addresses = new Set(trusted.map(({ address }) => address))
  const byName = bySkeleton(trusted, ({ name }) => name, nameLengthMin)
  const bySymbol = bySkeleton(trusted, ({ symbol }) => symbol, symbolLengthMin)
  return ({ address, name, symbol }) => {
    if (addresses.has(address)) return null
    const named = name === null ? undefined : byName.get(skeletonOf(name))
    if (named) return { title: titleOf(named), address: named.address, by: 'name' }
    const signed = symbol === null ? undefined : bySymbol.get(skeletonOf(symbol))
    return signed ? { title: titleOf(signed), address: signed.address, by: 'symbol' } : null
  }
}

const bySkeleton = (
  trusted: readonly Trusted[],
  textOf: (token: Trusted) => string | null,
  lengthMin: number,
): ReadonlyMap<string, Trusted> =>
  new Map(
    trusted.flatMap((token): [string, Trusted][] => {
      const skeleton = skeletonOf(textOf(token) ?? '')
      return skeleton.length >= lengthMin ? [[skeleton, token]] : []
    }),
  )

const titleOf = ({ address, name, symbol }: Trusted): string => name ?? symbol ?? address

export type RatingSources = {
  /** Without it, contracts are rated from the index only. */
  pool?: NodePool
  known: KnownAddresses
}

type RaterOptions = { now: () => number; attempts: Attempts | undefined; signal: AbortSignal }

type Rater = {
  /** Rates the contracts that are due, and returns how many there were: at most `ratedAtOnce`. */
  rateNext(): Promise<number>
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Delays from one rating to the next; the last one repeats. */
const waitsMs = [hour, day, 7 * day, 30 * day] as const

export const ratedAtOnce = 20
const trustedForMs = 10 * minute

const createTrustedTokens = (read: () => Promise<FindLookAlike>, now: () => number) => {
  let trusted: { find: FindLookAlike; at: number } | undefined
  return async (): Promise<FindLookAlike> => {
    if (!trusted || now() - trusted.at >= trustedForMs) trusted = { find: await read(), at: now() }
    return trusted.find
  }
}

const fetchReported = async (
  pool: NodePool | undefined,
  stored: readonly StoredEvidence[],
  signal: AbortSignal,
): Promise<ReportedEvidence[]> => {
  if (!pool) return stored.map(() => nothingReported)
  try {
    return await fetchEvidence(pool, stored, { signal })
  } catch (error) {
    signal.throwIfAborted()
    // Contracts are rated from the index, and called the next time.
    if (!isServiceError(error)) throw error
    return stored.map(() => nothingReported)
  }
}

export const createRater = (
  store: Store<EvmTables>,
  chain: number,
  { pool, known }: RatingSources,
  { now, attempts, signal }: RaterOptions,
): Rater => {
  const { db } = store
  const lookAlikes = createTrustedTokens(() => readTrustedTokens(db, chain, known), now)

  /** The ratings of those that are still indexed, by address. */
  const ratingsOf = async (
    stored: readonly StoredEvidence[],
    addresses: readonly string[],
  ): Promise<Map<string, Rating>> => {
    const [find, reach, whole] = await Promise.all([
      lookAlikes(),
      readReach(db, chain),
      withWholeHistory(db, chain, addresses),
    ])
    const reported = await fetchReported(pool, stored, signal)
    const isWhole = ({ address }: StoredEvidence) => reach.isWhole || (reach.isAtHead && whole.has(address))
    return new Map(
      stored.map((evidence, index) => {
        const ownReach = { isAtHead: reach.isAtHead, isWhole: isWhole(evidence) }
        return [
          evidence.address,
          rateContract(allEvidence(evidence, reported[index] ?? nothingReported, find, ownReach)),
        ]
      }),
    )
  }

  const rate = async (due: readonly DueContract[]): Promise<void> => {
    const stored = await readEvidence(
      db,
      chain,
      due.map(({ address }) => address),
    )
    const ratings = await ratingsOf(
      stored,
      due.map(({ address }) => toHex(address)),
    )
    const evidenceOf = new Map(stored.map((evidence) => [evidence.address, evidence]))
    const at = now()
    await writeRatings(
      store,
      chain,
      due.map(({ address, rated_at, due_at }) => {
        const rating = ratings.get(toHex(address))
        // Ratings of removed contracts are deleted.
        if (!rating) return { address, score: 0, reasons: [], due_at: null }
        const askedAt = evidenceOf.get(toHex(address))?.askedAt ?? Number.POSITIVE_INFINITY
        const next = Math.min(at + nextWaitMs(rated_at, due_at), Math.max(at, askedAt) + minute)
        return { address, ...rating, due_at: next }
      }),
      {
        contracts: stored,
        now: at,
        alongside: async (transaction, written) => await attempts?.finishIn(transaction, written.map(keyOfContract)),
      },
    )
  }

  return {
    rateNext: async () => {
      const waiting = await dueContracts(db, chain, now(), ratedAtOnce + (attempts?.crashedCount ?? 0))
      const due = attempts?.select(waiting, keyOfContract, ratedAtOnce).run ?? waiting
      if (due.length === 0) return 0
      const keys = due.map(keyOfContract)
      await attempts?.start(keys)
      try {
        await rate(due)
        return due.length
      } finally {
        await attempts?.finish(keys)
      }
    },
  }
}

const keyOfContract = ({ address }: Pick<DueContract, 'address'>): string => toHex(address)

/** The delay after the previous one; late and first ratings use the first delay. */
const nextWaitMs = (ratedAt: number, dueAt: number): number => {
  if (ratedAt === 0) return waitsMs[0]
  const waited = dueAt - ratedAt
  return waitsMs.find((ms) => ms > waited) ?? waitsMs[3]
}

type Reach = { isAtHead: boolean; isWhole: boolean }

const allEvidence = (
  { tokens, ...stored }: StoredEvidence,
  { supply, owners, ...reported }: ReportedEvidence,
  find: FindLookAlike,
  { isAtHead, isWhole }: Reach,
): ContractEvidence => ({
  ...stored,
  ...reported,
  lookAlike: find(stored),
  // A stopped index does not know later owners, and an index with gaps does not know owners at all.
  owners: isAtHead ? owners : null,
  supply:
    tokens && supply !== null && isWhole
      ? { reported: supply, known: tokens.held, isCountWhole: tokens.isCountWhole }
      : null,
})
