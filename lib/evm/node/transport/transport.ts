/** A JSON-RPC call to an EVM node. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** A node's own error object (JSON-RPC 2.0, §5.1). */
export type RpcError = { code: number; message: string; data?: unknown }

/** The node's result or error. */
export type RpcAnswer = { result: unknown } | { error: RpcError }

/**
 * Sends calls to one node and returns their results in request order. Throws TransportError only without any response
 * (network, time limit, not JSON); a node's own error is a result. When `signal` fires it throws the signal's reason.
 */
export type RpcTransport = {
  /** The displayed name of the node: its host, never its URL, which may contain a key. */
  readonly name: string
  send(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcAnswer[]>
}
