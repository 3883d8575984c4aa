/** Rows of lists, cards of galleries and entries that are one link; not the header of a table, and no tabs. */
const rowSelector =
  'main [role="row"]:not([aria-rowindex="1"]), main article, main li:not(nav li):has(> a), main ol > li:has(a)'
/** The header stays over what is scrolled below it. */
const headerHeight = 64

const isSeen = (row: Element): boolean => {
  const { top, height } = row.getBoundingClientRect()
  return height > 0 && top >= headerHeight
}

/** The row after or before the one that has focus; with none, the first that is seen. */
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
