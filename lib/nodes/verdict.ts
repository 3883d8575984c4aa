/** How a node failed, for the length of its rest. `retryAfterMs` is the wait that it asked for. */
export type NodeFailure =
  | { kind: 'transient' | 'quota_exhausted' | 'denied' | 'invalid' }
  | { kind: 'rate_limited'; retryAfterMs: number | null }

/** What an error says about the node that gave it, and what to do with the question. */
export type Verdict =
  /** An answer about the question, which every node would give: thrown at once. */
  | { next: 'give_up' }
  /** This node cannot answer the question; it is healthy. Where that `isAnswer`, nodes that rest are not waited for. */
  | { next: 'elsewhere'; isAnswer?: boolean }
  /** The node is up, and may answer when it is asked again. */
  | { next: 'again' }
  /** The node does not support this kind of question. */
  | { next: 'lacks'; kind: string }
  /** The node failed and rests. `isUnreachable` where the connection failed: another node may be behind the address afterwards. */
  | { next: 'rest'; failure: NodeFailure; isUnreachable?: boolean }

/** Failures that do not end until the operator or the provider does something. */
export const isLasting = ({ kind }: NodeFailure): boolean =>
  kind === 'quota_exhausted' || kind === 'denied' || kind === 'invalid'
