import * as z from 'zod'
import { ServiceError, type ServiceErrorOptions } from '#lib/base/errors.ts'
import { retryAfterSecondsMax } from '#lib/nodes/retry-after.ts'
import type { Verdict } from '#lib/nodes/verdict.ts'

type Options = ServiceErrorOptions & { isTimeout?: boolean }

/** A full node returned no usable response. The message is safe to show: it contains no address. */
export class AptosNodeFailure extends ServiceError {
  readonly verdict: Verdict

  constructor(sentence: string, verdict: Verdict, options: Options = {}) {
    const { isTimeout = false, retryAfterSeconds } = options
    super(isTimeout ? 'upstream_timeout' : 'upstream_failed', sentence, {
      ...options,
      retryAfterSeconds:
        retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds, retryAfterSecondsMax),
    })
    this.verdict = verdict
  }
}

/** A response is larger, or nested more deeply, than this server reads: less may be asked for. */
export class AnswerTooLarge extends AptosNodeFailure {
  constructor(sentence: string) {
    super(sentence, { next: 'elsewhere' })
  }
}

export const tooManyBytes = (bytesMax: number): AnswerTooLarge =>
  new AnswerTooLarge(
    `The Aptos node's response is larger than ${bytesMax / (1 << 20)} MB, which is the most that is read.`,
  )

export const overLimit = (excess: string): AnswerTooLarge =>
  new AnswerTooLarge(`The Aptos node's response ${excess}, which is the most that is read.`)

/** A list has an item in a form that nobody knows: other nodes are asked, and the one that sent it is as good as before. */
export class OddAnswer extends AptosNodeFailure {
  constructor() {
    super("The Aptos node's response has a transaction in an unknown form.", { next: 'elsewhere', isAnswer: true })
  }
}

/** Whether no node returned what this server can read, though one answered: other answers are as good as before. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof AptosNodeFailure && error.verdict.next !== 'rest'

/** The failure for a response in an unexpected format, or about something else. */
export const unusable = (sentence: string, cause?: unknown): AptosNodeFailure =>
  new AptosNodeFailure(sentence, { next: 'doubt' }, { cause })

/** Asks for half of a list as long as the answer is too large. @throws AnswerTooLarge for one item that is. */
export const inParts = async <T>(limit: number, ask: (limit: number) => Promise<T>): Promise<T> => {
  try {
    return await ask(limit)
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || limit <= 1) throw error
    return await inParts(Math.floor(limit / 2), ask)
  }
}

/** Parses a node's response. @throws AptosNodeFailure if it has another format. */
export const parsed =
  <T>(schema: z.ZodType<T>) =>
  (body: unknown): T => {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    throw unusable('The Aptos node returned an unexpected format.', read.error)
  }

/** A u64 as the node writes it: decimal text. */
export const u64 = z.string().regex(/^\d{1,20}$/)
export const hash = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)

/** A transaction as the node returns it. Only these fields are used; everything else is passed through. */
export const fullNodeTransaction = z.looseObject({ type: z.string().min(1), version: u64, hash })

/** A block as the node returns it. */
export const nodeBlock = z.looseObject({
  block_height: u64,
  block_hash: hash,
  /** Microseconds since 1970. */
  block_timestamp: u64,
  first_version: u64,
  last_version: u64,
  /** Null if not requested; only the first ones if the block is larger than the node's page. */
  transactions: z.array(z.unknown()).nullish(),
})

export type FullNodeTransaction = z.output<typeof fullNodeTransaction>
export type FullNodeBlock = z.output<typeof nodeBlock> & { transactions: FullNodeTransaction[] | null }

const unknownForm = 'The node returned this transaction in a form that this server does not know.'
const notRead = 'unknown'

const readable = z
  .object({
    type: z.string().min(1).catch(notRead),
    hash: hash.catch('0x'),
    version: u64.optional().catch(undefined),
  })
  .catch({ type: notRead, hash: '0x', version: undefined })

/**
 * Stands for a transaction that cannot be read, so that it does not cost the others of its list: what can be read of it, the
 * reason, and in `raw` what the node returned. Its version follows from its place if it has none.
 */
export const oddTransaction = (
  value: unknown,
  version: number | undefined,
  reason = unknownForm,
): FullNodeTransaction => {
  const read = readable.parse(value)
  return {
    type: read.type,
    version: read.version ?? String(version ?? 0),
    hash: read.hash,
    raw_reason: reason,
    ...(value !== undefined && { raw: value }),
  }
}

export const isOdd = (transaction: FullNodeTransaction): boolean => typeof transaction.raw_reason === 'string'

/** The transactions of consecutive versions as the node returned them; those in an unknown form as `oddTransaction`. */
export const consecutive = (items: readonly unknown[], start: number): FullNodeTransaction[] =>
  items.map((item, index) => (isTransaction(item) ? item : oddTransaction(item, start + index)))

/** A transaction by its hash, which states its version. @throws AptosNodeFailure for one without a version. */
export const ofOwnVersion = (value: unknown): FullNodeTransaction => {
  if (isTransaction(value)) return value
  if (readable.parse(value).version === undefined) throw unusable('The Aptos node returned an unexpected format.')
  return oddTransaction(value, undefined)
}

const isTransaction = (value: unknown): value is FullNodeTransaction => fullNodeTransaction.safeParse(value).success
