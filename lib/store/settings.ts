import { randomBytes } from 'node:crypto'
import type { MigrationSet, Store } from './store.ts'

type SettingsTables = { setting: { name: string; value: Uint8Array } }

/** What the store keeps for itself. */
export const storeMigrations: MigrationSet = {
  name: 'store',
  migrations: (types) => ({
    '001-settings': {
      up: async (db) => {
        await db.schema
          .createTable('setting')
          .addColumn('name', types.text, (column) => column.primaryKey().notNull())
          .addColumn('value', types.bytes, (column) => column.notNull())
          .execute()
      },
    },
  }),
}

const secretBytes = 32

/**
 * The secret of this installation: 32 random bytes, made at the first start and kept in the database. Processes that start
 * at once agree on one: the first to write wins, the others read it.
 */
export const instanceSecret = async <Tables>(store: Store<Tables>): Promise<Uint8Array> => {
  const { db } = store.withTables<SettingsTables>()
  const known = () => db.selectFrom('setting').select('value').where('name', '=', 'instance-secret').executeTakeFirst()
  const before = await known()
  if (before) return before.value
  await db
    .insertInto('setting')
    .values({ name: 'instance-secret', value: randomBytes(secretBytes) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const after = await known()
  if (!after) throw new Error('the instance secret was written but cannot be read')
  return after.value
}
