import { fromAccount } from '#components/account/account-request.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { LabelSubject } from '#lib/format/label-subject.ts'
import { forgetVisits, isEmpty, type Label, labelDatabase, labelKey, labelsMax } from './label.ts'
import { labelsOfFragment } from './label-link.ts'

type Labels = ReadonlyMap<string, Label>

/** All labels known in this browser, by key. */
export type LabelState = {
  own: Labels
  /** Labels of the signed-in account, which take precedence. */
  account: Labels
  isSignedIn: boolean
  /** Labels from a link, for this visit. */
  link: Labels
  /** Whether the browser stores labels. */
  isKept: boolean
}

export const nothingLabelled: LabelState = {
  own: new Map(),
  account: new Map(),
  link: new Map(),
  isSignedIn: false,
  isKept: true,
}

let state = nothingLabelled
const listeners = new Set<() => void>()

export const labelState = (): LabelState => state
export const onLabels = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies other tabs, and the account pages of this one, of changes. */
const channel = new BroadcastChannel('labels')

/** Set if there are labels: without it, pages do not load this code. */
const markName = 'labels'
const mark = (storage: () => Storage, text: string | undefined): void => {
  try {
    if (text === undefined) storage().removeItem(markName)
    else storage().setItem(markName, text)
  } catch {
    // Storage is not available: labels last as long as the document.
    if (text !== undefined) document.documentElement.dataset.labels = ''
  }
}

const put = (change: Partial<LabelState>): void => {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

const byKey = (labels: readonly Label[]): Labels => new Map(labels.map((label) => [labelKey(label), label]))

const readOwn = async (): Promise<void> => {
  const database = await labelDatabase()
  if (!database) return put({ isKept: false })
  const own = byKey(await database.getAll('labels'))
  mark(() => localStorage, own.size > 0 ? 'own' : undefined)
  put({ own, isKept: true })
}

const readAccount = async (): Promise<void> => {
  if (document.documentElement.dataset.account === undefined) return put({ account: new Map(), isSignedIn: false })
  const { notes } = await fromAccount('/notes').call({})
  put({
    isSignedIn: true,
    account: byKey(
      notes.map(({ label, updatedAt, ...note }) => ({
        ...note,
        label: label ?? '',
        note: '',
        updatedAt: Date.parse(updatedAt),
      })),
    ),
  })
}

const readLink = async (): Promise<void> => {
  const fragment = linkFragment()
  const read = fragment && (await labelsOfFragment(fragment))
  if (read) put({ link: byKey(read.labels) })
}

const linkFragment = (): string | null => {
  try {
    return sessionStorage.getItem(markName)
  } catch {
    return null
  }
}

let isRead: Promise<unknown> | undefined

/** Reads all labels once, and again when another tab changes them. */
export const readLabels = (): Promise<unknown> => {
  isRead ??= Promise.allSettled([readOwn(), readAccount(), readLink()])
  channel.onmessage = ({ data }) => void (data === 'account' ? readAccount() : readOwn()).catch(() => {})
  return isRead
}

/** Saves labels, replacing those of the same subjects; an empty one deletes. */
export const keepLabels = async (labels: readonly Label[]): Promise<void> => {
  await readLabels()
  const own = new Map(state.own)
  for (const label of labels) {
    if (isEmpty(label)) own.delete(labelKey(label))
    else own.set(labelKey(label), label)
  }
  if (own.size > labelsMax) throw new ServiceError('invalid_request', `This browser keeps at most ${labelsMax} labels.`)
  const database = await labelDatabase()
  const writing = database?.transaction('labels', 'readwrite')
  if (writing)
    await Promise.all([
      ...labels.map((label) =>
        isEmpty(label) ? writing.store.delete(labelKey(label)) : writing.store.put({ ...label, key: labelKey(label) }),
      ),
      writing.done,
    ])
  await forgetVisits(labels.filter(({ isWatched }) => !isWatched).map(labelKey))
  mark(() => localStorage, own.size > 0 ? 'own' : undefined)
  put({ own, isKept: database !== undefined })
  channel.postMessage('own')
}

export const removeLabels = (subjects: readonly LabelSubject[]): Promise<void> =>
  keepLabels(subjects.map((subject) => ({ ...subject, label: '', note: '', isWatched: false, updatedAt: 0 })))

/** Shows the labels of a link until the tab is closed; without a fragment, stops showing them. */
export const showForThisVisit = (fragment: string | undefined, labels: readonly Label[]): void => {
  mark(() => sessionStorage, fragment)
  put({ link: byKey(labels) })
}

export type ShownLabel = { label: string; isWatched: boolean; from: 'account' | 'own' | 'link' }

/** The label shown beside an address: from the account, otherwise from the browser, otherwise from a link. */
export const shownLabel = ({ account, own, link }: LabelState, key: string): ShownLabel | undefined => {
  const isWatched = Boolean(account.get(key)?.isWatched || own.get(key)?.isWatched)
  for (const [from, labels] of [
    ['account', account],
    ['own', own],
    ['link', link],
  ] as const) {
    const label = labels.get(key)?.label
    if (label) return { label, isWatched, from }
  }
  return isWatched ? { label: '', isWatched, from: 'own' } : undefined
}
