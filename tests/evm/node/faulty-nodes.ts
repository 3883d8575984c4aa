import { createPool, type NodePool } from '#lib/evm/node/transport/pool.ts'
import type { RpcTransport } from '#lib/evm/node/transport/transport.ts'
import type { Fault, FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { quickClock } from './quick-clock.ts'

/** A pool whose pauses take no time. */
export const quickPool = (...transports: RpcTransport[]): NodePool => createPool(transports, { clock: quickClock() })

/** A node without these methods. */
export const lacking = (...methods: string[]): Fault => ({
  kind: 'error',
  error: { code: -32601, message: 'Method not found' },
  methods,
})

/** For the start of a test: no faults, nothing requested. */
export const resetNodes = (...nodes: FaultyRpc[]): void => {
  for (const node of nodes) {
    node.always = []
    node.next = []
    node.requests.length = 0
  }
}
