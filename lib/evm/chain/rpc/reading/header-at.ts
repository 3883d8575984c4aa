import { hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeHeader, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** Undefined if the node does not have the block. @throws InconsistentAnswer if the node returns a different block. */
export const headerAt = async (
  pool: NodePool,
  number: number,
  signal?: AbortSignal,
): Promise<NodeHeader | undefined> => {
  const call = { method: 'eth_getBlockByNumber', params: [hexNumber(number), false], mayFail: true }
  const read = ([raw]: readonly unknown[]) => {
    if (raw === null || isRefusal(raw, 'missing_data')) return undefined
    if (raw instanceof NodeRefusal) throw raw
    const header = parseHeader(raw)
    if (header.number !== number) throw new InconsistentAnswer(`block ${header.number} for block ${number}`)
    return header
  }
  return await pool.ask([call], read, { signal, minimumHead: number })
}
