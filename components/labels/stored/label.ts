import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type LabelSubject, labelKinds } from '#lib/format/label-subject.ts'
import { labelFamily } from './label-family.ts'

/** The position of a list's newest row: a block number or version as decimal text, and the time (milliseconds since 1970). */
type Mark = { position: string; at: number }

/** `read` is the end of the previous visit: newer rows are new. `shown` is the progress of this visit. */
export type LabelVisit = { read: Mark; shown: Mark }

/** A return within this time continues the same visit: new rows stay marked. */
const visitEndsAfterMs = 30 * 60_000

/** Starts or continues a visit at `now`. On a first visit everything counts as read. */
export const beginVisit = (known: LabelVisit | undefined, now: number, newest: string): LabelVisit => {
  const shown = { position: newest, at: now }
  if (!known) return { read: shown, shown }
  return { read: now - known.shown.at > visitEndsAfterMs ? known.shown : known.read, shown }
}

/** `Monday 14:02` within a week, otherwise with the date. */
export const readAtText = (at: number, now: number): string =>
  new Intl.DateTimeFormat(
    undefined,
    now - at < 6 * 86_400_000
      ? { weekday: 'long', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at)

/** `1 new`, `100+ new`. */
export const newText = ({ count, isMore }: { count: number; isMore: boolean }): string =>
  `${count}${isMore ? '+' : ''} new`

/** A name, a note, and whether the subject is watched; missing texts are empty. `updatedAt` is milliseconds since 1970. */
export type Label = LabelSubject & { label: string; note: string; isWatched: boolean; updatedAt: number }

/** In characters. */
export const labelMax = 64
export const noteMax = 500
export const labelsMax = 10_000

/** One subject has one name, whether it is labelled as a token or a wallet. */
export const labelKey = ({ chain, subject }: Omit<LabelSubject, 'kind'>): string => `${chain} ${subject}`

export const isEmpty = ({ label, note, isWatched }: Pick<Label, 'label' | 'note' | 'isWatched'>): boolean =>
  label === '' && note === '' && !isWatched

/** Characters that hide, break or reorder adjacent text. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

/** User text as stored: one line. Undefined if it is too long or contains invisible characters. */
export const plainLine = (text: string, max: number): string | undefined => {
  const line = text.trim().normalize('NFC')
  return [...line].length <= max && !unseen.test(line) ? line : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const momentOf = (value: unknown): number => {
  const moment = typeof value === 'number' ? value : Date.parse(textOf(value))
  return Number.isSafeInteger(moment) && moment > 0 ? moment : Date.now()
}

/** Parses a label from a file or a link, or returns why it is not valid. Unknown fields are ignored. */
export const readLabel = (given: Record<string, unknown>): Label | string => {
  const kind = labelKinds.find((one) => one === textOf(given.kind).trim())
  if (!kind) return `the kind is not one of ${labelKinds.join(', ')}`
  const chain = textOf(given.chain).trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(chain)) return 'the chain is not a known chain name'
  const family = labelFamily(chain)
  const subject = family.subject(kind, textOf(given.subject).trim())
  if (!family.forms[kind].test(subject)) return `the subject is not a ${kind} on that chain`
  const label = plainLine(textOf(given.label), labelMax)
  if (label === undefined) return `the label is longer than ${labelMax} characters or contains invisible ones`
  const note = plainLine(textOf(given.note), noteMax)
  if (note === undefined) return `the note is longer than ${noteMax} characters or contains invisible ones`
  const isWatched = given.watched === true || given.watched === 'yes'
  if (isEmpty({ label, note, isWatched })) return 'it has no label, no note and is not watched'
  return { kind, chain, subject, label, note, isWatched, updatedAt: momentOf(given.updated) }
}

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
