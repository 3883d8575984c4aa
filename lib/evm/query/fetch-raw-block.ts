import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { RawBlock } from '#lib/evm/chain/rpc/reading/raw-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from './context.ts'

/**
 * The raw block from the node, which has all inputs of its hash. @throws not_available without a node, upstream_failed
 * if the node now has a different block, or none, at that height.
 */
export const fetchRawBlock = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  { number, hash }: { number: number; hash: Uint8Array },
  signal: AbortSignal | undefined,
): Promise<RawBlock> => {
  if (!node.rawBlock)
    throw new ServiceError('not_available', `Blocks of ${chain.title} cannot be recomputed here: this requires a node.`)
  const raw = await node.rawBlock(chain, number, signal)
  if (raw?.block.hash === toHex(hash)) return raw
  throw new ServiceError(
    'upstream_failed',
    `The node of ${chain.title} has a different block ${number}, or none: it is behind, or a reorg is in progress. Please try again.`,
    { retryAfterSeconds: 1 },
  )
}
