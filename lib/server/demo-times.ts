import { sql } from 'kysely'
import type { Config } from '#lib/config/config.ts'
import { endDemoAt } from '#lib/demo/moved-times.ts'
import { readSetting, settledText } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'

const setting = 'demo-end'

/**
 * The demo ledger ends when its database was made, so that it looks alive; all processes of a database agree on that time. A
 * database that holds the ledger already, from before there was such a time, keeps the recorded times.
 */
export const settleDemoTimes = async <Tables>(
  store: Store<Tables>,
  { demo, demoTimes }: Pick<Config, 'demo' | 'demoTimes'>,
  now: () => number = Date.now,
): Promise<void> => {
  if (!demo || demoTimes === 'recorded') return
  const known = (await readSetting(store, setting)) ?? (await newEnd(store, now()))
  if (known !== 'recorded') endDemoAt(Number(known))
}

const newEnd = async <Tables>(store: Store<Tables>, now: number): Promise<string> => {
  const older = await sql`select 1 from evm_blocks limit 1`.execute(store.db)
  return await settledText(store, setting, older.rows.length > 0 ? 'recorded' : String(Math.floor(now / 1_000)))
}
