import { beginVisit, keepVisit, knownVisit, type LabelVisit, labelKey, newText, readAtText } from './stored/label.ts'
import { positionLinks } from './stored/label-family.ts'
import { linkKey } from './stored/label-path.ts'
import { labelState, onLabels, readLabels, type ShownLabel, shownLabel } from './stored/label-store.ts'
import { type RowsSince, rowsSince } from './stored/rows-since.ts'

/** The watched wallet of this page, and its new rows. */
type Shown = { key: string; subject: { chain: string; subject: string }; visit?: LabelVisit; since?: RowsSince }

let shown: Shown | undefined

/** The subject of the page according to its label button, if it is a watched wallet. */
const watchedHere = (): Shown | undefined => {
  const button = document.querySelector<HTMLElement>('main [data-opens="label"][data-kind="wallet"]')
  if (!button) return
  const { chain = '', subject = '' } = button.dataset
  const key = labelKey({ chain, subject })
  return shownLabel(labelState(), key)?.isWatched ? { key, subject: { chain, subject } } : undefined
}

/** The position of a row in its list: its block or version. */
const positionOf = (row: Element): bigint | undefined => {
  const link = row.querySelector<HTMLAnchorElement>(positionLinks)
  const digits = link && /^\d+$/.exec(link.pathname.split('/').at(-1) ?? '')?.[0]
  return digits ? BigInt(digits) : undefined
}

const put = (element: HTMLElement, name: string, text: string | undefined): void => {
  if (element.dataset[name] === text) return
  if (text === undefined) delete element.dataset[name]
  else element.dataset[name] = text
}

/** Notes the newest row of the list, which is the first of the shown rows. */
const noteNewest = ([, first]: Iterable<Element>): void => {
  const newest = first && positionOf(first)
  if (shown?.visit && newest !== undefined && newest > BigInt(shown.visit.shown.position))
    shown.visit = { ...shown.visit, shown: { ...shown.visit.shown, position: String(newest) } }
}

/** New rows have an edge, and a line follows the last of them. Rows that arrive while reading are not included. */
const markRows = (): void => {
  const rows = document.querySelectorAll<HTMLElement>('main [role="row"]')
  const { visit, since } = shown ?? {}
  const hasNew = visit && since && since.count > 0
  const isNew = (row: Element | null): boolean => {
    const position = hasNew && row ? positionOf(row) : undefined
    if (!hasNew || position === undefined) return false
    return position > BigInt(visit.read.position) && position <= BigInt(since.newest)
  }
  noteNewest(rows)
  const until = visit && `Seen until ${readAtText(visit.read.at, Date.now())}`
  for (const row of rows) {
    const next = row.nextElementSibling
    put(row, 'new', isNew(row) ? '' : undefined)
    put(row, 'seenUntil', isNew(row) && next && !isNew(next) ? until : undefined)
  }
  const button = document.querySelector<HTMLElement>('main [data-opens="label"]')
  if (button) put(button, 'since', hasNew ? newText(since) : undefined)
}

/** Marks all current rows as read. */
const markAllSeen = async (): Promise<void> => {
  if (!shown?.visit) return
  const { key, visit } = shown
  shown = { ...shown, visit: { read: visit.shown, shown: visit.shown }, since: undefined }
  markRows()
  await keepVisit(key, { read: visit.shown, shown: visit.shown })
}

let hideNotice: () => void = () => {}

const begin = async (here: Shown): Promise<void> => {
  const known = await knownVisit(here.key)
  const now = Date.now()
  const since = await rowsSince(here.subject, known && beginVisit(known, now, '0').read.position)
  const visit = beginVisit(known, now, since.newest)
  await keepVisit(here.key, visit)
  if (shown?.key !== here.key) return
  shown = { ...here, visit, since }
  markRows()
  if (since.count === 0) return
  const { hideNewRows, showNewRows } = await import('./stored/new-rows-notice.ts')
  if (shown?.key !== here.key) return
  hideNotice = hideNewRows
  showNewRows({ text: `${newText(since)} since ${readAtText(visit.read.at, now)}`, onSeen: markAllSeen })
}

/** Rows that arrived while the page was read count as read. */
const leave = ({ key, visit }: Shown): void => {
  if (visit) void keepVisit(key, { ...visit, shown: { ...visit.shown, at: Date.now() } })
}

/** Begins and ends the visit of a watched wallet with its page, and marks new rows as they are rendered. */
const followVisit = (): void => {
  const here = watchedHere()
  if (here?.key !== shown?.key) {
    if (shown) leave(shown)
    hideNotice()
    shown = here
    // Without a response nothing is marked, and the next visit retries.
    if (here) void begin(here).catch(() => {})
  }
  markRows()
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden && shown) leave(shown)
})

/** Links in the text of pages, and the buttons that label the page's subject. */
const marked = 'main a[href], main [data-opens="label"]'

/** Tabs and links to neighbouring pages keep their text; cards are not lines of text. */
const isWords = (link: Element): boolean =>
  link.closest('nav, header, [data-own-labels]') === null && link.querySelector('img, div, svg, p') === null

const keyOf = (element: HTMLElement): string | undefined => {
  if (element instanceof HTMLAnchorElement) return isWords(element) ? linkKey(element) : undefined
  const { chain = '', subject = '' } = element.dataset
  return labelKey({ chain, subject })
}

/** The page itself shows labels of the account. */
const buttonText = (shown: ShownLabel | undefined): string | undefined =>
  shown && shown.from !== 'account' ? shown.label || 'Watched' : undefined

/** The text is set as an attribute and shown by CSS: it is never interpreted, and rows keep their height. */
const write = (element: HTMLElement, shown: ShownLabel | undefined): void => {
  const text = element instanceof HTMLAnchorElement ? shown?.label : buttonText(shown)
  if (element.dataset.label === (text || undefined) && element.dataset.labelFrom === shown?.from) return
  if (text && shown) Object.assign(element.dataset, { label: text, labelFrom: shown.from })
  else {
    delete element.dataset.label
    delete element.dataset.labelFrom
  }
}

const show = (elements: Iterable<HTMLElement>): void => {
  const state = labelState()
  for (const element of elements) {
    const key = keyOf(element)
    write(element, key === undefined ? undefined : shownLabel(state, key))
  }
}

const showAll = (): void => {
  show(document.querySelectorAll<HTMLElement>(marked))
  followVisit()
}

const within = (node: Node): HTMLElement[] =>
  node instanceof HTMLElement
    ? [...(node.matches(marked) ? [node] : []), ...node.querySelectorAll<HTMLElement>(marked)]
    : []

const follow = (records: readonly MutationRecord[]): void => {
  show(
    records.flatMap(({ type, target, addedNodes }) =>
      type === 'attributes' ? within(target) : [...addedNodes].flatMap(within),
    ),
  )
  followVisit()
}

let isShowing = false

/** Shows labels wherever the document links to their subjects, also in rows that are added later. */
export const showLabels = async (): Promise<void> => {
  if (isShowing) return
  isShowing = true
  await readLabels()
  onLabels(showAll)
  showAll()
  new MutationObserver(follow).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href', 'data-subject'],
  })
}
