import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from './context.ts'
import { newestBlock } from './newest-block.ts'

/**
 * The block after which balances are read: the newest indexed one, or `asked` if that is lower. Only an indexed block
 * has a hash here. @throws not_available while nothing is indexed
 */
export const stateBlockOf = async (
  { store: { db } }: Pick<EvmQueryContext, 'store'>,
  chain: ServedChain,
  asked: number | undefined,
): Promise<StateBlock> => {
  const newest = await newestBlock(db, chain.id)
  if (!newest)
    throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet.`, { retryAfterSeconds: 5 })
  if (asked === undefined || asked >= newest.number) return { number: newest.number, hash: toHex(newest.hash) }
  const stored = await db
    .selectFrom('evm_blocks')
    .select('hash')
    .where('chain', '=', chain.id)
    .where('number', '=', asked)
    .executeTakeFirst()
  return stored ? { number: asked, hash: toHex(stored.hash) } : { number: asked }
}

/** A cache key, only for blocks with a hash: others may be replaced under the same number. */
export const stateKey = (chain: ServedChain, { hash }: StateBlock, address: string): string =>
  `${chain.id} ${hash} ${address}`

/** For chains without a configured node. */
export const needsNodeForBalances = (chain: ServedChain): ServiceError =>
  new ServiceError('not_available', `Balances on ${chain.title} cannot be read here: this requires a node.`)
