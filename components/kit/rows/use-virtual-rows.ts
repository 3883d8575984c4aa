import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type Range, visibleRange } from '#lib/format/visible-range.ts'

const wideQuery = '(min-width: 64rem)'

/** Whether rows have their columns beside each other. The server renders them so. */
export const useIsWide = (): boolean => useSyncExternalStore(whenWidthChanges, isWide, () => true)

const isWide = (): boolean => matchMedia(wideQuery).matches

const whenWidthChanges = (listener: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Dense rows are lower by so many sixteenths of a rem; list.css has the same. */
const denseBy = 8

/** The height of a list's rows as they are laid out, and as the visitor chose them (columns-dialog.tsx). */
export const useRowHeight = ({ wide, phone }: { wide: number; phone: number }): number =>
  useSyncExternalStore(
    (listener) => {
      const leave = whenWidthChanges(listener)
      addEventListener('rows', listener)
      return () => {
        leave()
        removeEventListener('rows', listener)
      }
    },
    () => (isWide() ? wide - (document.documentElement.dataset.rows === 'dense' ? denseBy : 0) : phone),
    () => wide,
  )

/** Rows rendered above and below the screen, within reach of a flick of the wheel. */
const rowsBeyondUsual = 12
/** Rows rendered before the list has been measured, enough for a tall screen. */
const firstRows = 40

/**
 * The rows to render as the window scrolls. All rows have one height (in sixteenths of a rem), so only the top of the list is
 * measured. A library for virtual rows (`@tanstack/react-virtual`) added 10 kB (gzip) to the first load of every list page, which
 * then were above their 170 kB, and 12 ms to each page of a list of 100,000 rows: its rows may have any height.
 */
export const useVirtualRows = (
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  rowsBeyond = rowsBeyondUsual,
): Range => {
  const [range, setRange] = useState<Range>({ from: 0, to: firstRows })
  useLayoutEffect(() => {
    const measure = () => {
      const listTop = list.current?.getBoundingClientRect().top
      if (listTop === undefined) return
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      const next = visibleRange({
        listTop,
        viewportHeight: window.innerHeight,
        rowHeight: rowHeight * scale,
        count,
        rowsBeyond,
      })
      setRange((known) => (known.from === next.from && known.to === next.to ? known : next))
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure, { passive: true })
    // Parts above the list that open or load move it without a scroll.
    const resized = new ResizeObserver(measure)
    resized.observe(document.body)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [list, count, rowHeight, rowsBeyond])
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) }
}
