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

export const tooDeep = (): AnswerTooLarge =>
  new AnswerTooLarge("The Aptos node's response is nested too deeply to be read.")

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
