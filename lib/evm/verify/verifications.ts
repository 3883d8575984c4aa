import * as z from 'zod'
import { ServiceError } from '#lib/api/errors.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createJobs } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import type { VerificationRequest } from './verify-contract.ts'

/** Of one chain, in the queue or running. */
const waitingMax = 20
const keptMs = 7 * 24 * 3_600_000

export const verificationKind = (chain: number): string => `verify ${chain}`

/** The state of a verification. */
export type Verification = {
  chain: number
  address: Hex
  startedAt: number
  finishedAt: number | undefined
  fault: { code: string; message: string } | undefined
}

/** What the worker is asked: the sources, and the creation transaction where the author named one. */
export type QueuedRequest = VerificationRequest & { address: Hex; creationTransaction?: Hex }

/** Queues verifications for the worker. Ids begin with their chain. */
export const createVerifications = (storeOf: (chain: number) => Store<EvmTables>, now: () => number = Date.now) => {
  return {
    /** @throws ServiceError `rate_limited` if too many are waiting. */
    request: async (chain: number, { address, ...request }: QueuedRequest): Promise<string> => {
      const id = crypto.randomUUID()
      const store = storeOf(chain)
      const jobs = createJobs(store, { queuedMax: waitingMax, now })
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
          request: JSON.stringify(request),
          error_code: null,
          error: null,
        })
        .execute()
      if (await jobs.enqueue({ kind: verificationKind(chain), key: id })) return `${chain}-${id}`
      await store.db.deleteFrom('evm_verifications').where('chain', '=', chain).where('id', '=', id).execute()
      throw new ServiceError(
        'rate_limited',
        'Too many contracts are waiting to be verified. Please try again in a minute.',
        {
          retryAfterSeconds: 60,
        },
      )
    },

    /** The state of a verification by its id; undefined if it is unknown, or older than a week. */
    find: async (text: string): Promise<Verification | undefined> => {
      const { chain, id } = parseId(text) ?? {}
      if (chain === undefined || id === undefined) return undefined
      const row = await storeOf(chain)
        .db.selectFrom('evm_verifications')
        .select(['address', 'started_at', 'finished_at', 'error_code', 'error'])
        .where('chain', '=', chain)
        .where('id', '=', id)
        .executeTakeFirst()
      return (
        row && {
          chain,
          address: toHex(row.address),
          startedAt: row.started_at,
          finishedAt: row.finished_at ?? undefined,
          fault: row.error_code === null ? undefined : { code: row.error_code, message: row.error ?? '' },
        }
      )
    },
  }
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
