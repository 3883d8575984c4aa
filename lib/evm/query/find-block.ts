import type { Kysely } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { expectedBlockSeconds } from '#lib/evm/api/expected-block.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { blockRow } from '#lib/evm/chain/decode/block-rows.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { setAsideFault } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { BlockRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { age, utcText } from '#lib/format/moment.ts'
import type { EvmQueryContext } from './context.ts'
import { newestBlock } from './newest-block.ts'

/** A block of the index, or one that only the node has. */
export type FoundBlock = { stored: BlockRow } | { fetched: EvmBlock }

/** A block by the number or hash of a request, from the index or else from the node. */
export const findBlock = async (
  { store, node }: EvmQueryContext,
  chain: ServedChain,
  numberOrHash: string,
  signal: AbortSignal | undefined,
): Promise<FoundBlock | undefined> => {
  const stored = await storedBlock(store.db, chain.id, numberOrHash)
  if (stored) return { stored }
  const wanted = isHex(numberOrHash) ? numberOrHash : Number(numberOrHash)
  const fault = await setAsideFault(store.db, chain.id, wanted)
  if (fault !== undefined) throw setAside(numberOrHash, fault)
  const fetched = await node.findBlock?.(chain, wanted, signal).catch((error: unknown) => {
    throw signal?.aborted ? error : unreached(chain, numberOrHash, error)
  })
  return fetched && { fetched }
}

/** The node's failure may be temporary, and the block may exist. */
const unreached = (chain: ServedChain, numberOrHash: string, cause: unknown): unknown => {
  if (!isServiceError(cause) || !cause.retryable) return cause
  const why =
    cause instanceof InconsistentAnswer ? 'What it answered cannot be right, so it is not shown.' : cause.message
  const message = `Block ${shownBlock(numberOrHash)} is not indexed, and the node of ${chain.title} did not return it. ${why}`
  return new ServiceError('not_available', message, { cause, retryAfterSeconds: cause.retryAfterSeconds ?? 5 })
}

const shownBlock = (numberOrHash: string): string => (isHex(numberOrHash) ? numberOrHash : groupedNumber(numberOrHash))

/** Blocks between the two that the mean time per block is taken from. */
const meanBlocks = 1_000

/** Says of a number above the newest block when it is expected. */
const unknownBlock = async (
  { store: { db }, now }: Pick<EvmQueryContext, 'store' | 'now'>,
  chain: ServedChain,
  numberOrHash: string,
): Promise<ServiceError> => {
  const name = shownBlock(numberOrHash)
  const newest = await newestBlock(db, chain.id)
  const { head } = await readChainStatus(db, chain.id)
  const latest = Math.max(newest?.number ?? 0, head?.latest ?? 0)
  if (isHex(numberOrHash) || !newest || Number(numberOrHash) <= latest)
    return new ServiceError(
      'not_found',
      `Block ${name} is not known on ${chain.title}. It may be on another chain, or it may have been removed by a reorg.`,
    )
  const older = await blockBefore(db, chain.id, newest.number - meanBlocks)
  const seconds = expectedBlockSeconds(
    Number(numberOrHash),
    { number: newest.number, seconds: newest.timestamp },
    older && { number: older.number, seconds: older.timestamp },
  )
  const moment = (seconds ?? 0) * 1_000
  const expected =
    moment > now() && moment < lastMoment
      ? ` At the mean time per block it is expected ${age(moment, now())}, at ${utcText(moment)}.`
      : ''
  return new ServiceError(
    'not_found',
    `Block ${name} is not mined yet. The newest block of ${chain.title} known here is ${groupedNumber(latest)}.${expected}`,
  )
}

/** The last year with four digits. */
const lastMoment = Date.UTC(9_999, 11, 31)

/** The stored block at or below this number; the oldest stored block if all are above it. */
const blockBefore = async (db: Kysely<EvmTables>, chain: number, number: number) => {
  const ofChain = db.selectFrom('evm_blocks').select(['number', 'timestamp']).where('chain', '=', chain).limit(1)
  return (
    (await ofChain.where('number', '<=', number).orderBy('number', 'desc').executeTakeFirst()) ??
    (await ofChain.orderBy('number').executeTakeFirst())
  )
}

const setAside = (numberOrHash: string, fault: string): ServiceError =>
  new ServiceError('not_available', `Block ${numberOrHash} is set aside, so it is not indexed yet. ${fault}`, {
    retryAfterSeconds: 60,
  })

/** As `findBlock`. @throws ServiceError `not_found` for an unknown block */
export const knownBlock = async (
  context: EvmQueryContext,
  chain: ServedChain,
  numberOrHash: string,
  signal: AbortSignal | undefined,
): Promise<FoundBlock> => {
  const found = await findBlock(context, chain, numberOrHash, signal)
  if (found) return found
  throw await unknownBlock(context, chain, numberOrHash)
}

export const rowOf = (chain: ServedChain, found: FoundBlock): BlockRow =>
  'stored' in found ? found.stored : blockRow(chain.id, found.fetched)

const storedBlock = (db: Kysely<EvmTables>, chain: number, numberOrHash: string): Promise<BlockRow | undefined> => {
  const ofChain = db.selectFrom('evm_blocks').selectAll().where('chain', '=', chain)
  return numberOrHash.startsWith('0x')
    ? ofChain.where('hash', '=', toBytes(numberOrHash)).executeTakeFirst()
    : ofChain.where('number', '=', Number(numberOrHash)).executeTakeFirst()
}
