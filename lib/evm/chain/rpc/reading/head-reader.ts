import { parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { Head } from '#lib/indexing/chain.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'

/** Remembers for a while that the nodes lack the `finalized` tag, and otherwise the newest finalized block. */
export function headReader(
  pool: NodePool,
  finalityBlocks: number,
  now = () => performance.now(),
): (signal?: AbortSignal) => Promise<Head> {
  const lacksFinalizedTag = new LearnedLimit()
  let knownFinalized: number | null = null
  return async (signal) => {
    const calls: PoolCall[] = [{ method: 'eth_getBlockByNumber', params: ['latest', false] }]
    const asksFinalized = !lacksFinalizedTag.holds(now())
    if (asksFinalized) calls.push({ method: 'eth_getBlockByNumber', params: ['finalized', false], mayFail: true })
    const heads = await pool.askEach(
      calls,
      ([latestBlock, finalizedBlock], node) => {
        const latest = parseHeader(latestBlock).number
        node.noteHead(latest)
        return { latest, finalizedBlock }
      },
      { signal },
    )
    // A lagging node must not hold back the others; reading the block shows whether the best node really has its head.
    const best = heads.reduce((a, b) => (b.latest > a.latest ? b : a))
    if (asksFinalized && heads.every(({ finalizedBlock }) => isUnknownTag(finalizedBlock)))
      lacksFinalizedTag.confirm(now())
    const finalizedAnswer = best.finalizedBlock
    const isBlock =
      finalizedAnswer !== null && finalizedAnswer !== undefined && !(finalizedAnswer instanceof NodeRefusal)
    if (isBlock) {
      knownFinalized = parseHeader(finalizedAnswer).number
      lacksFinalizedTag.refute()
    }
    const finalized = knownFinalized ?? Math.max(0, best.latest - finalityBlocks)
    return { latest: best.latest, finalized: Math.min(best.latest, finalized) }
  }
}

const isUnknownTag = (finalizedAnswer: unknown): boolean =>
  isRefusal(finalizedAnswer, 'unsupported') || isRefusal(finalizedAnswer, 'invalid')
