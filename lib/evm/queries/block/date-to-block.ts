import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import { coverageOfBlock } from '#lib/evm/coverage/report-coverage.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import { timestampText } from '#lib/evm/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'

type DatedBlock = { number: number; timestamp: number; hash: string; parentHash: string }

/** The last block at or before a date, from the index, otherwise by a search of the node's headers. */
export const dateToBlock =
  (context: EvmQueryContext): Service<EvmApi>['dateToBlock'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const seconds = Math.floor(Date.parse(input.date) / 1_000)
    const found = await findDated(context, chain, seconds, call?.signal)
    call?.coveredBy?.(coverageOfBlock(found.number))
    const time = timestampText(found.timestamp)
    return {
      date: time.replace(/\.\d+Z$/, '+00:00'),
      block: found.number,
      timestamp: found.timestamp,
      block_timestamp: time,
      hash: found.hash,
      parent_hash: found.parentHash,
    }
  }

const findDated = async (
  context: EvmQueryContext,
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
  return await searchNode(context, chain, seconds, { before, after }, signal)
}

/** Blocks that share a second belong together: the last one before, the first one after. */
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

/** Halves the blocks between two known ones: some 25 headers on the longest chains. */
const searchNode = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  seconds: number,
  { before, after }: Between,
  signal: AbortSignal | undefined,
): Promise<DatedBlock> => {
  const { header } = node
  if (!header)
    throw new ServiceError(
      'not_available',
      `The blocks of ${chain.title} around that date are not indexed: finding them requires a node.`,
    )
  const read = async (number: number): Promise<DatedBlock> => {
    const found = await header(chain, number, signal)
    if (found) return found
    throw new ServiceError('not_available', `The node of ${chain.title} does not have block ${number}.`)
  }
  let low = before ?? (await read(0))
  if (low.timestamp > seconds) return low
  for (let high = after.number; high - low.number > 1; ) {
    const middle = await read(Math.floor((low.number + high) / 2))
    if (middle.timestamp <= seconds) low = middle
    else high = middle.number
  }
  return low
}
