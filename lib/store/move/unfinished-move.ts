import { asTables } from '#lib/store/as-tables.ts'
import { DatabaseFault } from '#lib/store/drivers/database-fault.ts'
import type { Store } from '#lib/store/store.ts'

const prefix = 'move of '

/** The setting of a database to which a chain is being moved. */
export const markOf = (chain: string): string => `${prefix}${chain}`

/** @throws DatabaseFault if the database has only a part of a chain for which it is used. */
export const refuseUnfinishedMoves = async <Tables>(
  { db }: Store<Tables>,
  isUsedFor: (chain: string) => boolean,
): Promise<void> => {
  const rows = await asTables<{ setting: { name: string } }>(db)
    .selectFrom('setting')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .execute()
  const chain = rows.map(({ name }) => name.slice(prefix.length)).find(isUsedFor)
  if (chain === undefined) return
  const message = `The move of ${chain} to its database is not finished. Move it again: npm run move-chain -- ${chain}`
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}
