import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Range, visibleRange } from '#lib/format/visible-range.ts'

/** Beyond the window on both sides: what a flick of the wheel reaches. */
const rowsBeyondUsual = 12
/** Before the list has been measured: a tall screen full. */
const firstRows = 40

/**
 * The rows of a list that must be in the document as the window scrolls. Rows have one height (in sixteenths of a rem), so
 * nothing is measured but the list's top.
 */
export const useVisibleRange = (
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
    // What opens or closes above moves the list without a scroll.
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
