import { asTables } from '#lib/store/as-tables.ts'
import { DatabaseFault } from '#lib/store/drivers/database-fault.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'

/** What fills a database with a chain. */
export type Undertaking = 'move' | 'import'

const prefix = 'move of '

/** The setting of a database to which a chain is being moved or imported. Its value is the undertaking. */
export const markOf = (chain: string): string => `${prefix}${chain}`

const advice: Record<Undertaking, (chain: string) => string> = {
  move: (chain) =>
    `The move of ${chain} to its database is not finished. Move it again: npm run move-chain -- ${chain}`,
  import: (chain) =>
    `The import of ${chain} is not finished. Import it again: npm run import-chain -- ${chain} <folder>`,
}

/** @throws DatabaseFault if the database has only a part of a chain for which it is used. */
export const refuseUnfinishedMoves = async <Tables>(
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
  const undertaking = (await readSetting(store, markOf(chain))) === 'import' ? 'import' : 'move'
  throw new DatabaseFault(advice[undertaking](chain), { mayPass: false, cause: undefined })
}
