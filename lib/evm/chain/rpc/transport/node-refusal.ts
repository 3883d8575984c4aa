import { type ErrorCode, ServiceError } from '#lib/base/errors.ts'
import { classifyRpcError, type RpcError, type RpcFailure } from './classify.ts'

const answers: Record<RpcFailure['kind'], { code: ErrorCode; sentence: string }> = {
  transient: { code: 'upstream_failed', sentence: 'The node could not process the request.' },
  rate_limited: { code: 'upstream_failed', sentence: 'The node limits our request rate.' },
  quota_exhausted: { code: 'not_available', sentence: 'The quota of the node is exhausted.' },
  denied: { code: 'not_available', sentence: 'The node rejected our key or address.' },
  missing_data: { code: 'not_available', sentence: 'The node does not have the data for that block.' },
  unsupported: { code: 'not_available', sentence: 'The node does not support the method.' },
  range_too_large: { code: 'upstream_failed', sentence: 'The node does not search that many blocks in one request.' },
  too_many_results: { code: 'upstream_failed', sentence: 'The node found more logs than it returns in one response.' },
  reverted: { code: 'upstream_failed', sentence: 'The contract reverted the call.' },
  invalid: { code: 'upstream_failed', sentence: 'The node rejected the request.' },
}

/** A node's own error object, classified. Its text is only in `cause` and `rpcError`: callers must not see it. */
export class NodeRefusal extends ServiceError {
  readonly failure: RpcFailure
  readonly rpcError: RpcError
  readonly method: string

  constructor(node: string, method: string, rpcError: RpcError) {
    const failure = classifyRpcError(rpcError)
    const { code, sentence } = answers[failure.kind]
    super(code, sentence, { cause: new Error(`${node}: ${method}: ${rpcError.code} ${rpcError.message}`) })
    this.failure = failure
    this.rpcError = rpcError
    this.method = method
  }
}

/** Whether a failure is a node's refusal of that kind. */
export const isRefusal = (error: unknown, kind: RpcFailure['kind']): error is NodeRefusal =>
  error instanceof NodeRefusal && error.failure.kind === kind
