import type { Kysely } from 'kysely'
import { ServiceError } from '#lib/api/errors.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { SetAsideBlock } from '#lib/evm/node/set-aside-block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'
import { linksOf } from './links.ts'

/** More blocks than this are not set aside: then the node is at fault and not single blocks. */
const setAsideMax = 100
/** Stored blocks with a failed check that are read again; a chain with unknown rules would have no other. */
const markedMax = 1_000
const firstTrySeconds = 5
const tryEverySecondsMax = 6 * 3_600

/** A block to be read again. */
export type DoubtfulBlock = { number: number; hash: string; isStored: boolean; fault: string }

/** The blocks first..last that are set aside, by number. */
export const setAsideBetween = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<Map<number, BlockLink>> => {
  const rows = await db
    .selectFrom('evm_doubtful_blocks')
    .select(['number', 'hash', 'parent_hash'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .where('is_stored', '=', 0)
    .orderBy('number')
    .execute()
  return linksOf(rows)
}

/** Why a block is set aside; undefined for all others. */
export const setAsideFault = async (
  db: Kysely<EvmTables>,
  chain: number,
  numberOrHash: number | string,
): Promise<string | undefined> => {
  const query = db
    .selectFrom('evm_doubtful_blocks')
    .select('fault')
    .where('chain', '=', chain)
    .where('is_stored', '=', 0)
  const found =
    typeof numberOrHash === 'number'
      ? query.where('number', '=', numberOrHash)
      : query.where('hash', '=', toBytes(numberOrHash))
  return (await found.executeTakeFirst())?.fault
}

/** Notes blocks for another try. @throws ServiceError when too many would be set aside. */
export const noteDoubtful = async (
  db: Kysely<EvmTables>,
  chain: number,
  blocks: readonly (SetAsideBlock & { isStored: boolean })[],
  nowSeconds: number,
): Promise<void> => {
  if (!blocks.length) return
  const counts = { stored: await countDoubtful(db, chain, true), aside: await countDoubtful(db, chain, false) }
  for (const { number, hash, parentHash, fault, isStored } of blocks) {
    if (isStored && counts.stored++ >= markedMax) continue
    if (!isStored && counts.aside++ >= setAsideMax)
      throw new ServiceError(
        'upstream_failed',
        `More than ${setAsideMax} blocks cannot be read consistently; the newest is ${number}. Check the node.`,
      )
    const row = {
      tries: 0,
      next_try_at: nowSeconds + firstTrySeconds,
      is_stored: isStored ? 1 : 0,
      hash: toBytes(hash),
      parent_hash: toBytes(parentHash),
      fault,
    }
    await db
      .insertInto('evm_doubtful_blocks')
      .values({ chain, number, ...row })
      .onConflict((conflict) => conflict.columns(['chain', 'number']).doUpdateSet(row))
      .execute()
  }
}

export const countDoubtful = async (db: Kysely<EvmTables>, chain: number, isStored: boolean): Promise<number> => {
  const { count } = await db
    .selectFrom('evm_doubtful_blocks')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('chain', '=', chain)
    .where('is_stored', '=', isStored ? 1 : 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The blocks that are to be read again now, the longest overdue first. */
export const dueBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  nowSeconds: number,
  countMax: number,
): Promise<DoubtfulBlock[]> => {
  const rows = await db
    .selectFrom('evm_doubtful_blocks')
    .select(['number', 'hash', 'is_stored', 'fault'])
    .where('chain', '=', chain)
    .where('next_try_at', '<=', nowSeconds)
    .orderBy('next_try_at')
    .limit(countMax)
    .execute()
  return rows.map(({ number, hash, is_stored, fault }) => ({
    number,
    hash: toHex(hash),
    isStored: is_stored === 1,
    fault,
  }))
}

/** Twice as long after each try, up to six hours. */
export const postponeDoubtful = async (
  db: Kysely<EvmTables>,
  chain: number,
  number: number,
  nowSeconds: number,
): Promise<void> => {
  const found = await db
    .selectFrom('evm_doubtful_blocks')
    .select('tries')
    .where('chain', '=', chain)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!found) return
  const tries = found.tries + 1
  const waitSeconds = Math.min(tryEverySecondsMax, firstTrySeconds * 2 ** Math.min(tries, 20))
  await db
    .updateTable('evm_doubtful_blocks')
    .set({ tries, next_try_at: nowSeconds + waitSeconds })
    .where('chain', '=', chain)
    .where('number', '=', number)
    .execute()
}

/** Forgets the blocks first..last; where numbers are given, only those of them. */
export const forgetDoubtful = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  last: number,
  numbers?: ReadonlySet<number>,
): Promise<void> => {
  const rows = await db
    .selectFrom('evm_doubtful_blocks')
    .select('number')
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  for (const { number } of rows)
    if (numbers === undefined || numbers.has(number))
      await db.deleteFrom('evm_doubtful_blocks').where('chain', '=', chain).where('number', '=', number).execute()
}
