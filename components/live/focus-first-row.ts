/** One second: the start of a long list is rendered once it has been scrolled to. */
const framesMax = 60

const firstRow = ':scope > li:first-child, [aria-rowindex="2"]'

/** Focuses the first row of the list after `mark`, as soon as it is rendered. */
export const focusFirstRow = (mark: HTMLElement | null, frames = framesMax): void => {
  requestAnimationFrame(() => {
    // Leaves the focus alone if it has moved elsewhere.
    if (!mark?.isConnected || document.activeElement !== document.body) return
    const target = mark.nextElementSibling?.querySelector(firstRow)?.querySelector<HTMLElement>('a[href], button')
    if (target) return target.focus()
    if (frames > 0) focusFirstRow(mark, frames - 1)
  })
}
