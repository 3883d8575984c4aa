import { asTables } from '#lib/store/as-tables.ts'
import { DatabaseFault } from '#lib/store/drivers/database-fault.ts'
import type { Store } from '#lib/store/store.ts'

/** Earlier releases also moved chains between databases, with the same mark. */
const prefix = 'move of '

/** The setting of a database that has only a part of a chain so far. */
export const markOf = (chain: string): string => `${prefix}${chain}`

/** @throws DatabaseFault if the database has only a part of a chain for which it is used. */
export const refuseUnfinishedImports = async <Tables>(
  store: Store<Tables>,
  isUsedFor: (chain: string) => boolean,
): Promise<void> => {
  const rows = await asTables<{ setting: { name: string } }>(store.db)
    .selectFrom('setting')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .execute()
  const chain = rows.map(({ name }) => name.slice(prefix.length)).find(isUsedFor)
  if (chain === undefined) return
  const message = `The import of ${chain} is not finished. Import it again: npm run import-chain -- ${chain} <folder>`
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}
