import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Label } from './label.ts'
import type { LabelVisit } from './visit.ts'

type LabelSchema = DBSchema & {
  labels: { key: string; value: Label & { key: string } }
  visits: { key: string; value: LabelVisit & { key: string } }
}

let opened: Promise<IDBPDatabase<LabelSchema> | undefined> | undefined

/** Undefined if the browser has no storage for this site: labels then last as long as the document. */
export const labelDatabase = (): Promise<IDBPDatabase<LabelSchema> | undefined> => {
  opened ??= open().catch(() => undefined)
  return opened
}

// Some browsers already throw when the name is read: this rejects the caller's promise.
const open = async (): Promise<IDBPDatabase<LabelSchema>> =>
  await openDB<LabelSchema>('spyglass', 1, {
    upgrade: (database) => {
      database.createObjectStore('labels', { keyPath: 'key' })
      database.createObjectStore('visits', { keyPath: 'key' })
    },
    // Another tab may have a newer version of this page.
    blocking: (_current, _blocked, { target }) => {
      if (target instanceof IDBDatabase) target.close()
    },
  })
