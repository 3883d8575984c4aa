import type { RpcAnswer, RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'

export type LogRequest = { blocks: number; from: number; to: number; found: number }

/** A node that refuses some calls to eth_getLogs, or says `[]` to them, as providers do. */
export const limitedNode = (
  inner: RpcTransport,
  refuse: (request: LogRequest) => string | 'empty' | undefined,
): RpcTransport => ({
  name: 'limited',
  send: async (calls, signal) => {
    const answers = await inner.send(calls, signal)
    return answers.map((answer, index) => limited(answer, calls[index], refuse))
  },
})

const limited = (
  answer: RpcAnswer,
  call: RpcCall | undefined,
  refuse: (request: LogRequest) => string | 'empty' | undefined,
): RpcAnswer => {
  const query = call?.params[0]
  if (call?.method !== 'eth_getLogs' || !query || typeof query !== 'object') return answer
  const { fromBlock, toBlock } = Object.fromEntries(Object.entries(query))
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  const found = 'result' in answer && Array.isArray(answer.result) ? answer.result.length : 0
  const said = refuse({ blocks: to - from + 1, from, to, found })
  if (said === undefined) return answer
  return said === 'empty' ? { result: [] } : { error: { code: -32_000, message: said } }
}
