/** Rows of lists, cards of galleries and entries that are one link; not table headers or tabs. */
const rowSelector =
  'main [role="row"]:not([aria-rowindex="1"]), main article, main li:not(nav li):has(> a), main ol > li:has(a)'
/** The height of the sticky header. */
const headerHeight = 64

const isSeen = (row: Element): boolean => {
  const { top, height } = row.getBoundingClientRect()
  return height > 0 && top >= headerHeight
}

/** Focuses the next or previous row; without a focused row, the first visible one. */
export const focusRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)]
  const current = document.activeElement?.closest<HTMLElement>(rowSelector)
  const next = current ? rows[rows.indexOf(current) + step] : rows.find(isSeen)
  // A line of folded rows has no link: it is expanded.
  const target =
    next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button[aria-expanded]')
  if (!next || !target) return
  target.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}
