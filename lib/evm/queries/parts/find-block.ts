import type { Kysely } from 'kysely'
import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { blockRow } from '#lib/evm/decode/block-rows.ts'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import { type EvmBlock, isHex } from '#lib/evm/node/block.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import { setAsideFault } from '#lib/evm/stored/doubtful-blocks.ts'
import type { BlockRow, EvmTables } from '#lib/evm/tables.ts'
import type { EvmQueryContext } from './context.ts'

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
  const message = `Block ${numberOrHash} is not indexed, and the node of ${chain.title} did not return it. ${cause.message}`
  return new ServiceError('not_available', message, { cause, retryAfterSeconds: cause.retryAfterSeconds ?? 5 })
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
  throw new ServiceError('not_found', `No block ${numberOrHash} is known on ${chain.title}.`)
}

export const rowOf = (chain: ServedChain, found: FoundBlock): BlockRow =>
  'stored' in found ? found.stored : blockRow(chain.id, found.fetched)

const storedBlock = (db: Kysely<EvmTables>, chain: number, numberOrHash: string): Promise<BlockRow | undefined> => {
  const ofChain = db.selectFrom('evm_blocks').selectAll().where('chain', '=', chain)
  return numberOrHash.startsWith('0x')
    ? ofChain.where('hash', '=', toBytes(numberOrHash)).executeTakeFirst()
    : ofChain.where('number', '=', Number(numberOrHash)).executeTakeFirst()
}
