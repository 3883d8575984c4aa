/** A JSON-RPC call to an EVM node. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** A node's own error object (JSON-RPC 2.0, §5.1). */
export type RpcError = { code: number; message: string; data?: unknown }

/** The node's result or error. */
export type RpcAnswer = { result: unknown } | { error: RpcError }

/** The body of a response in a buffer of its own, which may be transferred, and the ids of the calls in their order. */
export type RpcResponse = { body: Uint8Array<ArrayBuffer>; ids: readonly number[] }

/** Decodes a whole response elsewhere, such as in a thread; returns the body if it is to be read as usual. */
type DecodeResponse<T> = (response: RpcResponse) => Promise<Decoded<T> | { body: Uint8Array<ArrayBuffer> }>

export type Decoded<T> = { decoded: T }

/**
 * Sends calls to one node and returns their results in request order. Throws TransportError only without any response
 * (network, time limit, not JSON); a node's own error is a result. When `signal` fires it throws the signal's reason.
 */
export type RpcTransport = {
  /** The displayed name of the node: its host, never its URL, which may contain a key. */
  readonly name: string
  send(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcAnswer[]>
  /** The same; calls that are sent as one batch are left to `decode` if the response is one. */
  sendDecoded?<T>(
    calls: readonly RpcCall[],
    decode: DecodeResponse<T>,
    signal?: AbortSignal,
  ): Promise<RpcAnswer[] | Decoded<T>>
}
