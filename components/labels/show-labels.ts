import { labelKey } from './stored/label.ts'
import { linkKey } from './stored/label-path.ts'
import { labelState, onLabels, readLabels, type ShownLabel, shownLabel } from './stored/label-store.ts'
import { followVisit } from './stored/wallet-visit.ts'

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
