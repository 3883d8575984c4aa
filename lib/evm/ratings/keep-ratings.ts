import { type Clock, systemClock } from '#lib/api/clock.ts'
import { isServiceError } from '#lib/api/errors.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import type { KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import type { NodePool } from '#lib/evm/node/pool.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { runSteps } from '#lib/indexing/run-steps.ts'
import type { Store } from '#lib/store/store.ts'
import type { WatchedWork } from '#lib/store/watched-work.ts'
import { askEvidence, nothingTold, type ToldEvidence } from './ask-evidence.ts'
import type { ContractEvidence } from './evidence.ts'
import { rateContract } from './rate.ts'
import { readEvidence, readReach, type StoredEvidence, withWholeHistory } from './read-evidence.ts'
import { type DueContract, dueContracts, noticeContracts, writeRatings } from './stored-ratings.ts'
import { type FindLookAlike, readTrustedTokens } from './trusted-tokens.ts'

type RatingSources = {
  /** Without it, contracts are rated from the index only. */
  pool?: NodePool
  known: KnownAddresses
}

type KeepRatingsOptions = {
  clock?: Clock
  /** Unix milliseconds. */
  now?: () => number
  /** Between two looks for contracts to rate. */
  pollMs?: number
  /** Delay before a new contract is rated: its name is usually known by then. */
  firstAfterMs?: number
  /** Contracts that one look for new ones goes through. */
  walkedAtOnce?: number
  watched?: WatchedWork
}

type Log = { warn(facts: object, text: string): void }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** From one rating to the next; the last continues. */
const waitsMs = [hour, day, 7 * day, 30 * day] as const

const ratedAtOnce = 20
const trustedForMs = 10 * minute

/**
 * Rates the contracts of one chain as they appear, and again later, until `signal` ends it; also records their search
 * words. Survives failures of nodes and database. Never throws.
 */
export const keepRatings = async (
  store: Store<EvmTables>,
  chain: number,
  { pool, known }: RatingSources,
  log: Log,
  signal: AbortSignal,
  options: KeepRatingsOptions = {},
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, firstAfterMs = 5_000, walkedAtOnce = 2_000 } = options
  const { db } = store
  const lane = options.watched?.lane(chain, 'contract-rating')
  let walkedTo: Uint8Array | undefined
  let noticeAt = Number.NEGATIVE_INFINITY
  let trusted: { find: FindLookAlike; at: number } | undefined

  const lookAlikes = async (): Promise<FindLookAlike> => {
    if (!trusted || now() - trusted.at >= trustedForMs)
      trusted = { find: await readTrustedTokens(db, chain, known), at: now() }
    return trusted.find
  }

  const tell = async (stored: readonly StoredEvidence[]): Promise<ToldEvidence[]> => {
    if (!pool) return stored.map(() => nothingTold)
    try {
      return await askEvidence(pool, stored, { signal })
    } catch (error) {
      signal.throwIfAborted()
      // Contracts are rated by what is indexed, and asked the next time.
      if (!isServiceError(error)) throw error
      return stored.map(() => nothingTold)
    }
  }

  /** The number of contracts processed. */
  const rateNext = async (): Promise<number> => {
    const waiting = await dueContracts(db, chain, now(), ratedAtOnce + (lane?.suspectCount ?? 0))
    const due = lane?.admit(waiting, keyOfContract, ratedAtOnce).run ?? waiting
    if (due.length === 0) return 0
    const keys = due.map(keyOfContract)
    await lane?.begin(keys)
    try {
      return await rate(due)
    } finally {
      await lane?.end(keys)
    }
  }

  const rate = async (due: readonly DueContract[]): Promise<number> => {
    const stored = await readEvidence(
      db,
      chain,
      due.map(({ address }) => address),
    )
    const [find, reach, whole] = await Promise.all([
      lookAlikes(),
      readReach(db, chain),
      withWholeHistory(
        db,
        chain,
        due.map(({ address }) => toHex(address)),
      ),
    ])
    const told = await tell(stored)
    const evidenceOf = new Map(stored.map((evidence) => [evidence.address, evidence]))
    const ratings = new Map(
      stored.map((evidence, index) => [
        evidence.address,
        rateContract(
          allEvidence(evidence, told[index] ?? nothingTold, find, {
            isAtHead: reach.isAtHead,
            isWhole: reach.isWhole || (reach.isAtHead && whole.has(evidence.address)),
          }),
        ),
      ]),
    )
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
      stored,
      at,
      async (transaction, written) => await lane?.clearIn(transaction, written.map(keyOfContract)),
    )
    return due.length
  }

  await runSteps(
    async () => {
      if (now() >= noticeAt) {
        walkedTo = await noticeContracts(store, chain, walkedTo, {
          dueAt: now() + firstAfterMs,
          countMax: walkedAtOnce,
        })
        noticeAt = now() + pollMs
      }
      const rated = await rateNext()
      const hasMore = rated === ratedAtOnce || (rated > 0 && (lane?.suspectCount ?? 0) > 0)
      return { kind: hasMore ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: (error, retryInMs) =>
        log.warn({ chain, err: error, retryInMs: Math.round(retryInMs) }, 'rating contracts failed'),
    },
  )
}

const keyOfContract = ({ address }: Pick<DueContract, 'address'>): string => toHex(address)

/** The wait after the one that is over; what is rated late or for the first time has the first. */
const nextWaitMs = (ratedAt: number, dueAt: number): number => {
  if (ratedAt === 0) return waitsMs[0]
  const waited = dueAt - ratedAt
  return waitsMs.find((ms) => ms > waited) ?? waitsMs[3]
}

type Reach = { isAtHead: boolean; isWhole: boolean }

const allEvidence = (
  { tokens, ...stored }: StoredEvidence,
  { supply, owners, ...told }: ToldEvidence,
  find: FindLookAlike,
  { isAtHead, isWhole }: Reach,
): ContractEvidence => ({
  ...stored,
  ...told,
  lookAlike: find(stored),
  // A stopped index does not know later owners, and an index with gaps does not know owners at all.
  owners: isAtHead ? owners : null,
  supply:
    tokens && supply !== null && isWhole
      ? { told: supply, known: tokens.held, isCountWhole: tokens.isCountWhole }
      : null,
})
