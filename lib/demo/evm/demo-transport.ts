import type { Abi, Address } from 'viem'
import type { RpcAnswer, RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { type RecordedChain, recordedChain, recordedMethods } from './methods.ts'

/**
 * The EVM part of the demo ledger, answering as the node did that it was recorded from, at its finished head.
 * The archive is read at the first call and shared by the process. Answers are shared objects: do not change them.
 */
export function demoEvmTransport(): RpcTransport {
  return {
    name: 'demo',
    async send(calls, signal) {
      signal?.throwIfAborted()
      const chain = await recordedChain()
      return calls.map((call) => answer(chain, call))
    },
  }
}

function answer(chain: RecordedChain, { method, params }: RpcCall): RpcAnswer {
  const recorded = Object.hasOwn(recordedMethods, method) ? recordedMethods[method] : undefined
  if (!recorded) return { error: { code: -32601, message: `the method ${method} does not exist/is not available` } }
  try {
    return recorded(chain, params)
  } catch {
    return { error: { code: -32602, message: 'invalid params' } }
  }
}

/** Every contract of the demo ledger with its own interface: for a proxy, the proxy's. */
export async function demoAbis(): Promise<{ address: Address; name: string; abi: Abi }[]> {
  const { recording } = await recordedChain()
  return recording.contracts.map((c) => ({ address: c.address, name: c.name, abi: c.abi }))
}
