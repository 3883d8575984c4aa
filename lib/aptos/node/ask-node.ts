import * as z from 'zod'
import type { ServiceError } from '#lib/api/errors.ts'
import { type AptosLedger, ledgerOfHeaders } from './ledger.ts'
import { type NodeAddress, questionUrl } from './node-address.ts'
import { BodyTooLarge, readBody } from './read-body.ts'

export type Question = { path: string; query?: Record<string, string> }

/** What came of asking one node once. `reason` is a clause that is safe to show: `answered 503`. */
export type Outcome =
  | { kind: 'answer'; body: unknown; ledger: AptosLedger | undefined; chainId: number | undefined }
  /** The node answered that it has not got it: not yet or never (`unknown`), or no longer (`pruned`). */
  | { kind: 'missing'; missing: 'unknown' | 'pruned'; ledger: AptosLedger | undefined; chainId: number | undefined }
  | {
      kind: 'failed'
      reason: string
      isTimeout: boolean
      mayPass: boolean
      retryAfterMs: number | undefined
      /** What the caller hears instead of the reason, where the answer came but cannot be used. */
      error?: ServiceError
    }

export type AskOptions = {
  fetch: typeof fetch
  /** The longest silence before and within an answer. */
  silenceMsMax: number
  bodyBytesMax: number
  signal: AbortSignal
}

/** An error body of a full node: `{"message", "error_code", "vm_error_code"}`. */
const nodeError = z.object({ error_code: z.string() })

/** Asks one node once. Throws only when `signal` is aborted. */
export const askNode = async (address: NodeAddress, question: Question, options: AskOptions): Promise<Outcome> => {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), options.silenceMsMax)
  try {
    const response = await options.fetch(questionUrl(address, question.path, question.query ?? {}), {
      headers: { accept: 'application/json', ...address.headers },
      // A redirect could carry the key to another host.
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([silence.signal, options.signal]),
    })
    timer.refresh()
    const text = await readBody(response, options.bodyBytesMax, () => timer.refresh())
    return outcomeOf(response, text, question)
  } catch (error) {
    options.signal.throwIfAborted()
    if (silence.signal.aborted) return failed('did not answer in time', { isTimeout: true, mayPass: true })
    if (error instanceof BodyTooLarge) return failed('answered more than is read')
    return failed(`could not be reached${codeOf(error)}`, { mayPass: true })
  } finally {
    clearTimeout(timer)
  }
}

export const failed = (
  reason: string,
  more: Partial<Omit<Outcome & { kind: 'failed' }, 'kind' | 'reason'>> = {},
): Outcome & { kind: 'failed' } => ({
  kind: 'failed',
  reason,
  isTimeout: false,
  mayPass: false,
  retryAfterMs: undefined,
  ...more,
})

const outcomeOf = (response: Response, text: string, question: Question): Outcome => {
  const { status, headers } = response
  const body = readJson(text)
  const ledger = ledgerOfHeaders(headers)
  const chainId = ledger?.chainId ?? (Number(headers.get('x-aptos-chain-id')) || undefined)
  if (response.ok) {
    if (body === undefined) return failed('answered with incomplete JSON', { mayPass: true })
    return { kind: 'answer', body, ledger, chainId }
  }
  if (status === 429 || status >= 500)
    return failed(`answered ${status}`, { mayPass: true, retryAfterMs: retryAfterMs(headers.get('retry-after')) })
  // A 404 of something that is no full node (a wrong path, a proxy) has no such code, and proves nothing.
  const code = nodeError.safeParse(body).data?.error_code
  if (status === 410 && code) return { kind: 'missing', missing: 'pruned', ledger, chainId }
  if (status === 404 && code?.endsWith('_not_found')) return { kind: 'missing', missing: 'unknown', ledger, chainId }
  if (status === 400 && code === 'invalid_input' && isAhead(question, ledger))
    return { kind: 'missing', missing: 'unknown', ledger, chainId }
  return failed(`answered ${status}`)
}

/** Whether transactions are asked for that the node has not come to: it calls that a bad request. */
const isAhead = ({ path, query }: Question, ledger: AptosLedger | undefined): boolean =>
  path === '/transactions' && ledger !== undefined && Number(query?.start) > ledger.newestVersion

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds or as a date (RFC 9110, §10.2.3). */
const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return ms >= 0 ? ms : undefined
}

/** Node's error code alone: the error's text may hold the address, and that a key. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : ''
}
