import { afterAll, beforeEach } from 'vitest'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { type Fault, type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { quickClock } from './quick-clock.ts'

/** A pool whose pauses take no time. */
export const quickPool = (...transports: RpcTransport[]): NodePool => createPool(transports, { clock: quickClock() })

/** A node without these methods. */
export const lacking = (...methods: string[]): Fault => ({
  kind: 'error',
  error: { code: -32601, message: 'Method not found' },
  methods,
})

/** Starts nodes for the tests around the call. Each test begins with no faults and nothing requested. */
export const faultyNodes = (): ((inner: RpcTransport) => Promise<FaultyRpc>) => {
  const nodes: FaultyRpc[] = []
  beforeEach(() => {
    for (const node of nodes) {
      node.always = []
      node.next = []
      node.requests.length = 0
    }
  })
  afterAll(() => Promise.all(nodes.map((node) => node.stop())))
  return async (inner) => {
    const node = await startFaultyRpc(inner)
    nodes.push(node)
    return node
  }
}
