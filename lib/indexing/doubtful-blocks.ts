import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { BlockLink, SetAsideBlock } from './chain.ts'

/** A block to fetch again: set aside, or stored although a check failed. */
export type DoubtfulRow = {
  chain: number
  number: number
  tries: number
  /** Unix seconds. */
  next_try_at: number
  is_stored: number
  /** Empty on a chain whose headers alone do not identify blocks; so is `parent_hash`. */
  hash: Uint8Array
  parent_hash: Uint8Array
  fault: string
}

export type DoubtfulBlock = { number: number; hash: string; isStored: boolean; fault: string }

/** If more blocks are inconsistent, the node is at fault and none is set aside. */
const setAsideMax = 100
/** Limit of stored blocks with a failed check that are fetched again; on a chain with unknown rules, all would be. */
const markedMax = 1_000
const firstTrySeconds = 5
const tryEverySecondsMax = 6 * 3_600

export const createDoubtfulTable = async (
  { schema }: Kysely<unknown>,
  { integer, flag, text, bytes, keyOrdered }: ColumnTypes,
  table: string,
): Promise<void> => {
  await schema
    .createTable(table)
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('next_try_at', integer, (column) => column.notNull())
    .addColumn('is_stored', flag, (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull())
    .addColumn('parent_hash', bytes, (column) => column.notNull())
    .addColumn('fault', text, (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['chain', 'number'])
    .modifyEnd(keyOrdered)
    .execute()
}

/** The name of a family's table for the compiler. */
type DoubtfulTables = { doubtful: DoubtfulRow }
const tableOf = (name: string) => name as 'doubtful'

/** The doubtful blocks of a chain family, in the table of that name. */
export const doubtfulBlocksIn = <Tables>(name: string & keyof Tables) => ({
  ...doubtfulReads<Tables>(name),
  ...doubtfulWrites<Tables>(name),
})

const countIn = async (
  db: Kysely<DoubtfulTables>,
  table: 'doubtful',
  chain: number,
  isStored: boolean,
): Promise<number> => {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('chain', '=', chain)
    .where('is_stored', '=', isStored ? 1 : 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const doubtfulReads = <Tables>(name: string) => {
  const table = tableOf(name)
  const rowsOf = (db: Kysely<Tables>) => asTables<DoubtfulTables>(db)
  return {
    countDoubtful: (db: Kysely<Tables>, chain: number, isStored: boolean): Promise<number> =>
      countIn(rowsOf(db), table, chain, isStored),

    /** The blocks first..last that are set aside, by number. */
    setAsideBetween: async (
      db: Kysely<Tables>,
      chain: number,
      first: number,
      last: number,
    ): Promise<Map<number, BlockLink>> => {
      const rows = await rowsOf(db)
        .selectFrom(table)
        .select(['number', 'hash', 'parent_hash'])
        .where('chain', '=', chain)
        .where('number', '>=', first)
        .where('number', '<=', last)
        .where('is_stored', '=', 0)
        .orderBy('number')
        .execute()
      return new Map(
        rows.map(({ number, hash, parent_hash }) => [
          number,
          { number, hash: toHex(hash), ...(parent_hash.length > 0 && { parentHash: toHex(parent_hash) }) },
        ]),
      )
    },

    /** Why a block is set aside; undefined for all others. */
    setAsideFault: async (
      db: Kysely<Tables>,
      chain: number,
      numberOrHash: number | string,
    ): Promise<string | undefined> => {
      const query = rowsOf(db).selectFrom(table).select('fault').where('chain', '=', chain).where('is_stored', '=', 0)
      const found =
        typeof numberOrHash === 'number'
          ? query.where('number', '=', numberOrHash)
          : query.where('hash', '=', toBytes(numberOrHash))
      return (await found.executeTakeFirst())?.fault
    },

    /** The blocks that are due to be fetched again, the longest overdue first. */
    dueBlocks: async (
      db: Kysely<Tables>,
      chain: number,
      nowSeconds: number,
      countMax: number,
    ): Promise<DoubtfulBlock[]> => {
      const rows = await rowsOf(db)
        .selectFrom(table)
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
    },
  }
}

const doubtfulWrites = <Tables>(name: string) => {
  const table = tableOf(name)
  const rowsOf = (db: Kysely<Tables>) => asTables<DoubtfulTables>(db)
  return {
    /** Records blocks for a retry. @throws ServiceError if too many would be set aside. */
    noteDoubtful: async (
      db: Kysely<Tables>,
      chain: number,
      blocks: readonly (SetAsideBlock & { isStored: boolean })[],
      nowSeconds: number,
    ): Promise<void> => {
      if (!blocks.length) return
      const counts = {
        stored: await countIn(rowsOf(db), table, chain, true),
        aside: await countIn(rowsOf(db), table, chain, false),
      }
      for (const { number, hash, parentHash = '0x', fault, isStored } of blocks) {
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
        await rowsOf(db)
          .insertInto(table)
          .values({ chain, number, ...row })
          .onConflict((conflict) => conflict.columns(['chain', 'number']).doUpdateSet(row))
          .execute()
      }
    },

    /** Doubles the delay after each attempt, up to six hours. */
    postponeDoubtful: async (db: Kysely<Tables>, chain: number, number: number, nowSeconds: number): Promise<void> => {
      const found = await rowsOf(db)
        .selectFrom(table)
        .select('tries')
        .where('chain', '=', chain)
        .where('number', '=', number)
        .executeTakeFirst()
      if (!found) return
      const tries = found.tries + 1
      const waitSeconds = Math.min(tryEverySecondsMax, firstTrySeconds * 2 ** Math.min(tries, 20))
      await rowsOf(db)
        .updateTable(table)
        .set({ tries, next_try_at: nowSeconds + waitSeconds })
        .where('chain', '=', chain)
        .where('number', '=', number)
        .execute()
    },

    /** Deletes the records of blocks first..last, or only of the given numbers among them. */
    forgetDoubtful: async (
      db: Kysely<Tables>,
      chain: number,
      first: number,
      last: number,
      numbers?: ReadonlySet<number>,
    ): Promise<void> => {
      const rows = await rowsOf(db)
        .selectFrom(table)
        .select('number')
        .where('chain', '=', chain)
        .where('number', '>=', first)
        .where('number', '<=', last)
        .execute()
      for (const { number } of rows)
        if (numbers === undefined || numbers.has(number))
          await rowsOf(db).deleteFrom(table).where('chain', '=', chain).where('number', '=', number).execute()
    },
  }
}
