import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { Verdict } from '#lib/nodes/verdict.ts'
import { classifyTransportError } from './classify.ts'
import { NodeRefusal } from './node-refusal.ts'
import { TransportError } from './transport-error.ts'
import { isUniversal } from './universal-methods.ts'

/** The verdict about a node after an error. Errors that are not a node's failure are rethrown. */
export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof InconsistentAnswer) return { next: 'doubt' }
  if (error instanceof TransportError) return ofTransport(error)
  return error instanceof NodeRefusal ? ofRefusal(error) : { next: 'give_up' }
}

const transient = { next: 'rest', failure: { kind: 'transient' } } satisfies Verdict

const ofTransport = (error: TransportError): Verdict => {
  if (error.fault === 'too_deep') return { next: 'elsewhere' }
  const failure = classifyTransportError(error)
  switch (failure.kind) {
    case 'rate_limited':
      return { next: 'rest', failure }
    case 'quota_exhausted':
    case 'denied':
      return { next: 'rest', failure: { kind: failure.kind } }
    case 'invalid':
      return { next: 'doubt', isFinal: true }
    // One node may keep returning garbage while another works.
    case 'too_many_results':
      return { next: 'elsewhere' }
    default:
      return { next: 'rest', failure: { kind: 'transient' }, isUnreachable: error.fault === 'network' }
  }
}

const ofRefusal = ({ failure, method }: NodeRefusal): Verdict => {
  switch (failure.kind) {
    case 'unsupported':
      return isUniversal(method) ? transient : { next: 'lacks', kind: method }
    case 'missing_data':
      return { next: 'elsewhere' }
    case 'rate_limited':
      return { next: 'rest', failure }
    case 'quota_exhausted':
    case 'denied':
      return { next: 'rest', failure: { kind: failure.kind } }
    // The node is up and responded: the next request to it need not wait.
    case 'transient':
      return { next: 'again' }
    default:
      return { next: 'give_up' }
  }
}
