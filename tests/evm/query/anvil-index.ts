import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import type { EvmServiceOptions } from '#lib/evm/family/service.ts'
import type { Store } from '#lib/store/store.ts'
import type { Anvil } from '#tests/support/anvil.ts'
import { evmServices } from './evm-services.ts'

/** Services over a store that indexes a real node as `eth`, and asks it; blocks below `from` stay unknown. */
export const indexAnvil = async (
  store: Store<EvmTables>,
  anvil: Anvil,
  options: Partial<EvmServiceOptions> = {},
  from = 0,
) => {
  const sent: RpcCall[] = []
  const inner = anvil.transport()
  const transport: RpcTransport = {
    name: 'anvil',
    send: (calls, signal) => {
      sent.push(...calls)
      return inner.send(calls, signal)
    },
  }
  const pool = createPool([transport])
  const reader = createEvmReader(pool, { finalityBlocks: 0 })
  const node = createNodeAccess([{ chain: 'eth', pool, reader }])
  const services = evmServices(store, { node, ...options })
  const catchUp = async (): Promise<number> => {
    const head = await reader.head()
    const last = (await services.ranges.covered()).at(-1)?.last
    const blocks = await reader.blocks(last === undefined ? from : last + 1, head.latest)
    if (blocks.length > 0) await services.ranges.appendRange(blocks, head)
    return head.latest
  }
  await catchUp()
  return {
    ...services,
    pool,
    nodeAccess: node,
    catchUp,
    sent: (method: string) => sent.filter((call) => call.method === method).length,
  }
}
