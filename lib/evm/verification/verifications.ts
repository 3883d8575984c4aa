import pLimit from 'p-limit'
import * as z from 'zod'
import type { Requester } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createJobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { inputBytesMax } from './standard-json.ts'
import type { VerificationRequest } from './verify-contract.ts'

/*
 * Who is verified next, on each chain one at a time. Every verification is queued with a head start, and the one that has waited
 * longest by then runs first. Head starts are bounded, so that nothing that waits is overtaken for ever.
 */

/** Verifications of one chain that wait or run. Visitors fill at most a part of the queue, which leaves room for keys. */
const queuedMax = { visitor: 100, key: 200 } as const

/** Those of one caller among them. */
const shareMax = { visitor: 3, key: 10 } as const

const minuteMs = 60_000
const keyMs = 60 * minuteMs
/** About what a verification takes at most, for each that the caller has in the queue already. */
const turnMs = 10 * minuteMs
const smallMs = 10 * minuteMs

const kindOf = ({ hasKey }: Pick<Requester, 'hasKey'>): 'visitor' | 'key' => (hasKey ? 'key' : 'visitor')

const queueLengthOf = (requester: Pick<Requester, 'hasKey'>): number => queuedMax[kindOf(requester)]

/** How many a caller may have in the queue of a chain. */
const shareOf = (requester: Pick<Requester, 'hasKey'>): number => shareMax[kindOf(requester)]

/**
 * How much earlier than now a verification counts as queued: keys come before visitors, callers with less in the queue before
 * those with more, and small sources before large ones. `bytes` is the size of the request, 5 MiB at most.
 */
const headStartMs = ({ hasKey, queued, bytes }: { hasKey: boolean; queued: number; bytes: number }): number => {
  const turns = Math.max(0, shareOf({ hasKey }) - 1 - queued)
  const size = Math.sqrt(Math.min(1, bytes / inputBytesMax))
  return (hasKey ? keyMs : 0) + turns * turnMs + Math.round((1 - size) * smallMs)
}

const keptMs = 7 * 24 * 3_600_000

export const verificationKind = (chain: number): string => `verify ${chain}`

/** The state of a verification. */
export type Verification = {
  /** 1 for the one that runs, or runs next; undefined once it is finished. */
  place: number | undefined
  chain: number
  address: Hex
  startedAt: number
  finishedAt: number | undefined
  fault: { code: string; message: string } | undefined
}

/** What the worker is asked: the sources, and the creation transaction where the author named one. */
export type QueuedRequest = VerificationRequest & { address: Hex; creationTransaction?: Hex }

/** Who asks: `name` distinguishes callers. */
export type Caller = { name: string; hasKey: boolean }

export type Queued = { id: string; place: number }

/** Queues verifications for the worker. Ids begin with their chain. */
export const createVerifications = (storeOf: (chain: number) => Store<EvmTables>, now: () => number = Date.now) => {
  /** One after the other, so that requests of one caller that come together are counted. */
  const inTurn = pLimit(1)

  const queue = async (
    chain: number,
    { address, ...request }: QueuedRequest,
    { name, hasKey }: Caller,
  ): Promise<Queued> => {
    const id = crypto.randomUUID()
    const store = storeOf(chain)
    const kind = verificationKind(chain)
    const jobs = createJobs(store, { queuedMax: queueLengthOf({ hasKey }), now })
    const queued = (await jobs.list(kind)).filter(({ payload }) => payload === name).length
    if (queued >= shareOf({ hasKey })) throw shareIsFull({ hasKey })
    const text = JSON.stringify(request)
    await store.db
      .deleteFrom('evm_verifications')
      .where('chain', '=', chain)
      .where('started_at', '<', now() - keptMs)
      .execute()
    await store.db
      .insertInto('evm_verifications')
      .values({
        chain,
        started_at: now(),
        finished_at: null,
        id,
        address: toBytes(address),
        request: text,
        error_code: null,
        error: null,
      })
      .execute()
    const job = { kind, key: id, payload: name, headStartMs: headStartMs({ hasKey, queued, bytes: text.length }) }
    if (await jobs.enqueue(job)) return { id: `${chain}-${id}`, place: (await placeOf(store, chain, id)) ?? 1 }
    await store.db.deleteFrom('evm_verifications').where('chain', '=', chain).where('id', '=', id).execute()
    throw new ServiceError(
      'rate_limited',
      `${queueLengthOf({ hasKey })} contracts are waiting to be verified, which is the most. Try again in some minutes.`,
      { retryAfterSeconds },
    )
  }

  const placeOf = async (store: Store<EvmTables>, chain: number, id: string): Promise<number | undefined> => {
    const place = (await createJobs(store, { now }).list(verificationKind(chain))).findIndex(({ key }) => key === id)
    return place < 0 ? undefined : place + 1
  }

  return {
    /** @throws ServiceError `rate_limited` if the caller has its share in the queue, or the queue is full. */
    request: (chain: number, request: QueuedRequest, caller: Caller): Promise<Queued> =>
      inTurn(() => queue(chain, request, caller)),

    /** The state of a verification by its id; undefined if it is unknown, or older than a week. */
    find: async (text: string): Promise<Verification | undefined> => {
      const { chain, id } = parseId(text) ?? {}
      if (chain === undefined || id === undefined) return undefined
      const store = storeOf(chain)
      const row = await store.db
        .selectFrom('evm_verifications')
        .select(['address', 'started_at', 'finished_at', 'error_code', 'error'])
        .where('chain', '=', chain)
        .where('id', '=', id)
        .executeTakeFirst()
      return (
        row && {
          chain,
          place: row.finished_at === null ? await placeOf(store, chain, id) : undefined,
          address: toHex(row.address),
          startedAt: row.started_at,
          finishedAt: row.finished_at ?? undefined,
          fault: row.error_code === null ? undefined : { code: row.error_code, message: row.error ?? '' },
        }
      )
    },
  }
}

const retryAfterSeconds = 60

const shareIsFull = (caller: Pick<Caller, 'hasKey'>): ServiceError => {
  const share = shareOf(caller)
  const advice = caller.hasKey ? '' : ` With an API key it is ${shareOf({ hasKey: true })}.`
  return new ServiceError(
    'rate_limited',
    `You have ${share} contracts in the queue of this chain, which is the most. Send the next when one of them is finished.${advice}`,
    { retryAfterSeconds },
  )
}

const idText = /^(\d{1,16})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const parseId = (text: string): { chain: number; id: string } | undefined => {
  const [, chain, id] = idText.exec(text) ?? []
  return chain !== undefined && id !== undefined && Number.isSafeInteger(Number(chain))
    ? { chain: Number(chain), id }
    : undefined
}

const hex = z.templateLiteral(['0x', z.string()])
const stored = z.object({
  input: z.object({
    language: z.enum(['Solidity', 'Yul']),
    sources: z.record(z.string(), z.object({ content: z.string() })),
    settings: z.record(z.string(), z.unknown()),
  }),
  contract: z.object({ file: z.string(), name: z.string() }),
  compilerVersion: z.string(),
  by: z.enum(['sourcify', 'etherscan', 'page']),
  creationTransaction: hex.optional(),
})

/** The request of a verification that is not finished. */
export const readRequest = async (
  { db }: Store<EvmTables>,
  chain: number,
  id: string,
): Promise<QueuedRequest | undefined> => {
  const row = await db
    .selectFrom('evm_verifications')
    .select(['address', 'request'])
    .where('chain', '=', chain)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.request) return undefined
  return { ...stored.parse(JSON.parse(row.request)), address: toHex(row.address) }
}

/** Ends a verification, and forgets its request. */
export const finishVerification = async (
  { db }: Store<EvmTables>,
  chain: number,
  id: string,
  { finishedAt, fault }: { finishedAt: number; fault?: { code: string; message: string } },
): Promise<void> => {
  await db
    .updateTable('evm_verifications')
    .set({ finished_at: finishedAt, request: null, error_code: fault?.code ?? null, error: fault?.message ?? null })
    .where('chain', '=', chain)
    .where('id', '=', id)
    .execute()
}
