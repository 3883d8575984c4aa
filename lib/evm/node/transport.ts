/** One JSON-RPC call to an EVM node. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** What the node said: a result, or its own error object (JSON-RPC 2.0, §5.1). */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/**
 * Sends calls to one node and gives their answers in the order asked.
 * Throws only when no answer came at all (network, time limit, not JSON); a node's own error is an answer.
 */
export type RpcTransport = {
  readonly name: string
  send(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcAnswer[]>
}
