/** Rows from `from` up to and without `to`. */
export type Range = { from: number; to: number }

/** Ranges start and end at multiples of this, so that scrolling by a row renders nothing again. */
const step = 8

/**
 * The rows of equal height on screen or near it, from the visible position of the list's top (`listTop`, negative when
 * scrolled past). All lengths in pixels.
 */
export const visibleRange = ({
  listTop,
  viewportHeight,
  rowHeight,
  count,
  rowsBeyond,
}: {
  listTop: number
  viewportHeight: number
  rowHeight: number
  count: number
  rowsBeyond: number
}): Range => {
  const first = Math.floor(-listTop / rowHeight) - rowsBeyond
  const last = Math.ceil((viewportHeight - listTop) / rowHeight) + rowsBeyond
  const from = Math.floor(Math.max(0, Math.min(first, count)) / step) * step
  const to = Math.min(count, Math.ceil(Math.max(from, last) / step) * step)
  return { from: Math.min(from, to), to }
}
