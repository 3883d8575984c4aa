import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from './context.ts'

export type DatedBlock = { number: number; timestamp: number; hash: Hex; parentHash: Hex }

/**
 * The last block at or before a time in seconds, from the index, otherwise by a search of the node's headers.
 * @throws not_available while nothing is indexed, or without a node that has the blocks
 */
export const findDated = async (
  context: Pick<EvmQueryContext, 'node' | 'store'>,
  chain: ServedChain,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<DatedBlock> => {
  const { db } = context.store
  const [before, after] = await Promise.all([
    storedNear(db, chain.id, seconds, 'before'),
    storedNear(db, chain.id, seconds, 'after'),
  ])
  if (before && (!after || after.number === before.number + 1)) return before
  if (!before && after?.number === 0) return after
  if (!after)
    throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet.`, { retryAfterSeconds: 5 })
  return await searchNode(nodeHeaders(context, chain, signal), seconds, { before, after })
}

/** Of blocks with the same second, the last one before or the first one after is used. */
const storedNear = async (
  db: Kysely<EvmTables>,
  chain: number,
  seconds: number,
  side: 'before' | 'after',
): Promise<DatedBlock | undefined> => {
  const direction = side === 'before' ? 'desc' : 'asc'
  const row = await db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'hash', 'parent_hash'])
    .where('chain', '=', chain)
    .where('timestamp', side === 'before' ? '<=' : '>', seconds)
    .orderBy('timestamp', direction)
    .orderBy('number', direction)
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, hash: toHex(row.hash), parentHash: toHex(row.parent_hash) }
}

type Between = { before: DatedBlock | undefined; after: DatedBlock }

type ReadDated = (number: number) => Promise<DatedBlock>

const nodeHeaders = (
  { node: { header } }: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  signal: AbortSignal | undefined,
): ReadDated => {
  if (!header)
    throw new ServiceError(
      'not_available',
      `The blocks of ${chain.title} around that date are not indexed: finding them requires a node.`,
    )
  return async (number) => {
    const found = await header(chain, number, signal)
    if (found) return found
    throw new ServiceError('not_available', `The node of ${chain.title} does not have block ${number}.`)
  }
}

/** Bisects the blocks between two known ones: about 25 headers on the longest chains. */
const searchNode = async (read: ReadDated, seconds: number, { before, after }: Between): Promise<DatedBlock> => {
  let low = before ?? (await read(0))
  if (low.timestamp > seconds) return low
  for (let high = after.number; high - low.number > 1; ) {
    const middle = await read(Math.floor((low.number + high) / 2))
    if (middle.timestamp <= seconds) low = middle
    else high = middle.number
  }
  return low
}
