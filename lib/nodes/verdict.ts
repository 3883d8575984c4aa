/** How a node failed, which determines its rest. `retryAfterMs` is its Retry-After. */
export type NodeFailure =
  | { kind: 'transient' | 'quota_exhausted' | 'denied' }
  | { kind: 'rate_limited'; retryAfterMs: number | null }

/** What an error says about the node, and how to continue with the question. */
export type Verdict =
  /** A definite answer that every node would give: thrown at once. */
  | { next: 'give_up' }
  /** This healthy node cannot answer the question. With `isAnswer`, resting nodes are not waited for. */
  | { next: 'elsewhere'; isAnswer?: boolean }
  /** The node is up, and may answer a retry. */
  | { next: 'again' }
  /**
   * The node answered what cannot be right, or refused the question: others are asked, then the same once more unless
   * `isFinal`. It does not rest: the question may be the cause, and everyone else's questions stay with it.
   */
  | { next: 'doubt'; isFinal?: boolean }
  /** The node does not support this kind of question. */
  | { next: 'lacks'; kind: string }
  /** The node failed and rests. `isUnreachable` if the connection failed: another node may be behind the address afterwards. */
  | { next: 'rest'; failure: NodeFailure; isUnreachable?: boolean }

/** Failures that last until the operator or the provider acts. */
export const isLasting = ({ kind }: NodeFailure): boolean => kind === 'quota_exhausted' || kind === 'denied'

/** The meaning of a non-2xx HTTP status for a node; `invalid` is about the request. */
export function httpFailure(status: number, retryAfterSeconds: number | undefined): NodeFailure | { kind: 'invalid' } {
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined))
    return { kind: 'rate_limited', retryAfterMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000 }
  if (status === 402) return { kind: 'quota_exhausted' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'denied' }
  return { kind: status >= 500 || status === 408 || status === 425 ? 'transient' : 'invalid' }
}
