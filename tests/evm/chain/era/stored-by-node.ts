import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { fillRanges } from '#lib/indexing/follow.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import type { WrittenBlock } from './write-era.ts'

/** Stores blocks as the worker does with a node that has them. */
export const storeByNode = async (
  store: Store<EvmTables>,
  chain: number,
  blocks: readonly WrittenBlock[],
  ranges: readonly BlockRange[],
): Promise<void> => {
  const byNumber = new Map(blocks.map((written) => [Number(written.block.number), written]))
  const latest = Math.max(...byNumber.keys())
  const answer = (method: string, number: number): unknown => {
    if (method === 'eth_blockNumber') return `0x${latest.toString(16)}`
    return method === 'eth_getBlockByNumber' ? byNumber.get(number)?.block : byNumber.get(number)?.receipts
  }
  const node: RpcTransport = {
    name: 'node',
    send: async (calls) => calls.map(({ method, params: [number] }) => ({ result: answer(method, Number(number)) })),
  }
  const reader = createEvmReader(createPool([node]), { finalityBlocks: 0, proof: { rules: {}, refuse: true } })
  const head = async () => ({ latest, finalized: latest })
  const { signal } = new AbortController()
  const onFailure = (error: unknown): void => {
    throw error
  }
  await fillRanges({ head, blocks: reader.blocks }, createEvmRangeIndex(store, chain), ranges, {
    signal,
    pollMs: 10,
    onFailure,
  })
}
