import { parseJson } from '#lib/api/input/parse-json.ts'
import type { RpcAnswer, RpcError } from './classify.ts'

/** A trace has two levels for each of at most 1,024 nested calls (EIP-150); nothing else is nearly as deep. */
const depthMax = 2_100

/** The body of a response. @throws SyntaxError; JsonOverLimit */
export const parseBody = (body: Buffer): unknown => parseJson(body.toString('utf8'), depthMax)

/**
 * Matches the responses in a JSON-RPC body to `ids`, in their order. `refusal` is one error object for the whole batch.
 * A string is the fault of the body: a missing, duplicate or unrequested response invalidates all of it, because it is
 * unknown which ones are correct.
 */
export function matchAnswers(body: unknown, ids: readonly number[]): RpcAnswer[] | { refusal: RpcError } | string {
  if (!Array.isArray(body)) return single(body, ids)
  const byId = new Map<number, RpcAnswer>()
  for (const entry of body) {
    const answer = readAnswer(entry)
    const id = readId(entry)
    if (typeof answer === 'string') return answer
    if (id === undefined) return 'an answer without an id'
    if (byId.has(id)) return 'two answers with one id'
    byId.set(id, answer)
  }
  const answers = ids.flatMap((id) => byId.get(id) ?? [])
  if (answers.length < ids.length) return lacking(body, ids)
  return byId.size > ids.length ? 'an answer to a call that was not made' : answers
}

function single(body: unknown, ids: readonly number[]): RpcAnswer[] | { refusal: RpcError } | string {
  const answer = readAnswer(body)
  if (typeof answer === 'string') return answer
  const id = readId(body)
  if (ids.length > 1) return 'error' in answer ? { refusal: answer.error } : 'one answer to a batch'
  // An error about a request that the node could not parse has no id (JSON-RPC 2.0, §5).
  if (id === undefined && 'error' in answer) return [answer]
  return id === ids[0] ? [answer] : 'an answer with a wrong id'
}

/** Some nodes refuse a batch with an array of one error without a usable id. */
function lacking(body: readonly unknown[], ids: readonly number[]): { refusal: RpcError } | string {
  const only = body.length === 1 && ids.length > 1 ? readAnswer(body[0]) : undefined
  return typeof only === 'object' && 'error' in only ? { refusal: only.error } : 'a call without an answer'
}

function readId(entry: unknown): number | undefined {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return undefined
  // Some proxies turn ids into text.
  const id = typeof entry.id === 'string' && /^\d{1,15}$/.test(entry.id) ? Number(entry.id) : entry.id
  return typeof id === 'number' ? id : undefined
}

function readAnswer(entry: unknown): RpcAnswer | string {
  if (typeof entry !== 'object' || entry === null) return 'an answer that is not an object'
  // `error: null` beside a result is JSON-RPC 1.0, which some nodes still use.
  if ('error' in entry && entry.error !== null && entry.error !== undefined) return { error: readError(entry.error) }
  return 'result' in entry ? { result: entry.result } : 'an answer with neither result nor error'
}

function readError(error: unknown): RpcError {
  if (typeof error !== 'object' || error === null) return { code: -32603, message: String(error) }
  const code = 'code' in error ? Number(error.code) : Number.NaN
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'no message'
  return { code: Number.isSafeInteger(code) ? code : -32603, message, data: 'data' in error ? error.data : undefined }
}
