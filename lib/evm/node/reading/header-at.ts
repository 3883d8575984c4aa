import { hexNumber } from '#lib/evm/node/hex-number.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import { type NodeHeader, parseHeader } from '#lib/evm/node/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/node/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'

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
