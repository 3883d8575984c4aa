import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { Store } from '#lib/store/store.ts'

type DailyUseTables = { daily_use: { name: string; day: number; used: number } }

/** Use of a daily allowance by all processes of an installation. Days are whole days since 1970, in UTC. */
export type DailyUse = {
  /** Adds `amount`, or returns false if that would exceed `limit`. */
  add(day: number, amount: number, limit: number): Promise<boolean>
  giveBack(day: number, amount: number): Promise<void>
  used(day: number): Promise<number>
}

export const createDailyUseTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('daily_use')
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('day', types.integer, (column) => column.notNull())
    .addColumn('used', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_use_key', ['name', 'day'])
    .execute()
}

/** The allowance of this name; one row per day. */
export const dailyUse = <Tables>(store: Store<Tables>, name: string): DailyUse => {
  const { db } = store.withTables<DailyUseTables>()
  return {
    add: async (day, amount, limit) => {
      if (amount > limit) return false
      const row = await db
        .insertInto('daily_use')
        .values({ name, day, used: amount })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'day'])
            .doUpdateSet({ used: sum('daily_use.used', amount) })
            .where(sum('daily_use.used', amount), '<=', limit),
        )
        .returning('used')
        .executeTakeFirst()
      return row !== undefined
    },
    giveBack: async (day, amount) => {
      await db
        .updateTable('daily_use')
        .set({ used: sum('used', -amount) })
        .where('name', '=', name)
        .where('day', '=', day)
        .execute()
    },
    used: async (day) => {
      const row = await db
        .selectFrom('daily_use')
        .select('used')
        .where('name', '=', name)
        .where('day', '=', day)
        .executeTakeFirst()
      return row?.used ?? 0
    },
  }
}

const sum = (column: string, amount: number): RawBuilder<number> => sql<number>`${sql.ref(column)} + ${amount}`
