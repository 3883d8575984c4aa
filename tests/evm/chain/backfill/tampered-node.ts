import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'

/** A node whose answers to eth_getLogs are what `change` makes of them; all else is true. Counts its calls by method. */
export const tamperedNode = (
  inner: RpcTransport,
  change: (logs: unknown[]) => unknown[],
): RpcTransport & { calls: Map<string, number> } => {
  const calls = new Map<string, number>()
  return {
    name: 'tampered',
    calls,
    send: async (requests, signal) => {
      for (const { method } of requests) calls.set(method, (calls.get(method) ?? 0) + 1)
      const answers = await inner.send(requests, signal)
      return answers.map((answer, index) =>
        requests[index]?.method === 'eth_getLogs' && 'result' in answer && Array.isArray(answer.result)
          ? { result: change(structuredClone(answer.result)) }
          : answer,
      )
    },
  }
}
