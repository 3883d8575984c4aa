import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { createNodes, type Nodes, type NodesOptions } from '#lib/nodes/nodes.ts'
import type { AnsweringNode, AskOptions, NodeQuestion } from '#lib/nodes/question.ts'
import type { Verdict } from '#lib/nodes/verdict.ts'
import { classifyTransportError, type Decoded, type RpcCall, type RpcResponse, type RpcTransport } from './classify.ts'
import { NodeRefusal } from './node-refusal.ts'
import { TransportError } from './transport-error.ts'

const universal = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionReceipt',
])

/** Methods that every node has: a node that denies one is failing. */
const isUniversal = (method: string): boolean => universal.has(method)

/** The verdict about a node after an error. Errors that are not a node's failure are rethrown. */
const verdictOf = (error: unknown): Verdict => {
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

/**
 * Cheap enough to send twice. Traces and contract calls cost a node too much, and log searches are only repeated on
 * another node.
 */
const anywhere = new Set([
  'eth_blockNumber',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])
const onlyElsewhere = new Set(['eth_getLogs'])

/** Where slow calls may be repeated. */
const repeatOf = (calls: readonly RpcCall[]): NodeQuestion<never, unknown>['repeat'] => {
  if (calls.every(({ method }) => anywhere.has(method))) return 'anywhere'
  return calls.every(({ method }) => anywhere.has(method) || onlyElsewhere.has(method)) ? 'elsewhere' : 'never'
}

export type { AnsweringNode, AskOptions }

/**
 * A call of a batch. With `mayFail`, a refusal is returned as its result instead of failing the whole batch; with
 * `isNeeded` besides, nodes that lack its method are not asked.
 */
export type PoolCall = RpcCall & { mayFail?: boolean; isNeeded?: boolean }

/** Decodes the whole response of a node elsewhere; returns the body if it is to be read as usual. */
export type BodyDecoder<T> = (
  response: RpcResponse,
  node: AnsweringNode,
) => Promise<Decoded<T> | { body: Uint8Array<ArrayBuffer> }>

export type NodePool = Pick<Nodes<RpcTransport>, 'size' | 'mayHave' | 'health' | 'refused'> & {
  /** The result of a call. Throws NodeRefusal, TransportError or InconsistentAnswer: all ServiceErrors. */
  call(method: string, params: readonly unknown[], options?: AskOptions): Promise<unknown>
  /** Results in the order of the calls, all from one node, so that they describe one state. */
  callMany(calls: readonly PoolCall[], options?: AskOptions): Promise<unknown[]>
  /**
   * Sends the calls to one node and reads its results. If `read` throws InconsistentAnswer, the node counts as failed
   * and another is tried. `decode` does the same elsewhere with a response as a whole.
   */
  ask<T>(
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    options?: AskOptions & { decode?: BodyDecoder<T> | undefined },
  ): Promise<T>
  /**
   * Sends the calls once to every node that is not resting, and returns the values of those that respond. Throws if
   * none does.
   */
  askEach<T>(
    calls: readonly PoolCall[],
    read: (results: readonly unknown[], node: AnsweringNode) => T,
    options?: AskOptions,
  ): Promise<T[]>
  /** The same with a question that sends its own calls to each node. */
  sendEach: Nodes<RpcTransport>['askEach']
}

export type PoolOptions = Omit<NodesOptions<RpcTransport>, 'verdictOf' | 'lacking'>

/**
 * Several EVM nodes of one chain as one. Errors about the chain or the request (reverted, range too large, invalid) are
 * thrown at once; others are retried, on other nodes if possible, limited in count and time.
 */
export function createPool(transports: readonly RpcTransport[], options: PoolOptions = {}): NodePool {
  const nodes = createNodes(
    transports.map((transport) => ({ name: transport.name, connection: transport })),
    { ...options, verdictOf, lacking },
  )
  const ask: NodePool['ask'] = (calls, read, { decode, ...askOptions } = {}) =>
    nodes.ask(rpcQuestion(calls, read, decode), askOptions)
  return {
    size: nodes.size,
    mayHave: nodes.mayHave,
    health: nodes.health,
    refused: nodes.refused,
    ask,
    sendEach: nodes.askEach,
    askEach: (calls, read, askOptions) => nodes.askEach(rpcQuestion(calls, read), askOptions),
    callMany: (calls, askOptions) => ask(calls, (results) => [...results], askOptions),
    call: (method, params, askOptions) => ask([{ method, params }], ([result]) => result, askOptions),
  }
}

/** A batch of calls as a question to one of the nodes. */
export const rpcQuestion = <T>(
  calls: readonly PoolCall[],
  read: (results: readonly unknown[], node: AnsweringNode) => T,
  decode?: BodyDecoder<T>,
): NodeQuestion<RpcTransport, T> => ({
  kinds: [...new Set(calls.map(({ method }) => method))],
  needs: [...new Set(calls.flatMap(({ method, mayFail, isNeeded }) => (mayFail && !isNeeded ? [] : method)))],
  size: calls.length,
  repeat: repeatOf(calls),
  ask: async (transport, node, signal) => {
    const answers = await (decode && transport.sendDecoded
      ? transport.sendDecoded(calls, (response) => decode(response, node), signal)
      : transport.send(calls, signal))
    if (!Array.isArray(answers)) return answers.decoded
    const results = calls.map((call, index) => {
      const answer = answers[index]
      if (!answer) throw new TransportError('malformed', `${transport.name} left a call without an answer.`)
      if ('result' in answer) return answer.result
      const refusal = new NodeRefusal(transport.name, call.method, answer.error)
      if (!call.mayFail) throw refusal
      return refusal
    })
    return read(results, node)
  },
})

const lacking = (methods: readonly string[]): NodeRefusal =>
  new NodeRefusal('every node', methods.join(', '), { code: -32601, message: 'method not found' })
