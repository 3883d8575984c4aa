import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Label } from './label.ts'

/** Where a reader of a wallet stood: a block's number or a version as decimal text, and when (milliseconds since 1970). */
export type Mark = { position: string; at: number }

/** `read` is where the visit before this one ended: what is newer is new. `shown` is how far this visit has come. */
export type Visit = { key: string; read: Mark; shown: Mark }

type LabelSchema = DBSchema & {
  labels: { key: string; value: Label & { key: string } }
  visits: { key: string; value: Visit }
}

let opened: Promise<IDBPDatabase<LabelSchema> | undefined> | undefined

/** Undefined where the browser keeps nothing for this site: what is noted then lasts as long as the document. */
export const labelDatabase = (): Promise<IDBPDatabase<LabelSchema> | undefined> => {
  opened ??= open().catch(() => undefined)
  return opened
}

// Some browsers throw at the name already: the caller's promise takes that too.
const open = async (): Promise<IDBPDatabase<LabelSchema>> =>
  await openDB<LabelSchema>('spyglass', 1, {
    upgrade: (database) => {
      database.createObjectStore('labels', { keyPath: 'key' })
      database.createObjectStore('visits', { keyPath: 'key' })
    },
    // Another tab may have a newer version of this page.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
