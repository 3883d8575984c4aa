import { labelDatabase } from './label-database.ts'
import type { LabelVisit } from './visit.ts'

/** Older visits are deleted: all rows then count as read. */
const visitsMax = 500

/** Without storage, for the lifetime of the document. */
const inMemory = new Map<string, LabelVisit>()

export const knownVisit = async (key: string): Promise<LabelVisit | undefined> => {
  const database = await labelDatabase()
  return database ? database.get('visits', key) : inMemory.get(key)
}

export const knownVisits = async (): Promise<ReadonlyMap<string, LabelVisit>> => {
  const database = await labelDatabase()
  return database ? new Map((await database.getAll('visits')).map((visit) => [visit.key, visit])) : inMemory
}

export const keepVisit = async (key: string, { read, shown }: LabelVisit): Promise<void> => {
  const database = await labelDatabase()
  if (!database) return void inMemory.set(key, { read, shown })
  const { store, done } = database.transaction('visits', 'readwrite')
  await store.put({ key, read, shown })
  const tooMany = (await store.count()) - visitsMax
  if (tooMany > 0) {
    const all = await store.getAll()
    const oldest = all.sort((a, b) => a.shown.at - b.shown.at).slice(0, tooMany)
    await Promise.all(oldest.map((visit) => store.delete(visit.key)))
  }
  await done
}

/** Subjects that are no longer watched are deleted. */
export const forgetVisits = async (keys: readonly string[]): Promise<void> => {
  const database = await labelDatabase()
  for (const key of keys) {
    inMemory.delete(key)
    await database?.delete('visits', key)
  }
}
