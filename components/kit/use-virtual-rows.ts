import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rendered above and below the screen: what a flick of the wheel reaches. */
const rowsBeyondUsual = 12

type Range = {
  /** The first row to render. */
  from: number
  /** The row after the last one to render. */
  to: number
}

/**
 * The rows to render as the window scrolls. All rows have one height (in sixteenths of a rem), so only the top of the list is
 * measured.
 */
export const useVirtualRows = (
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  rowsBeyond = rowsBeyondUsual,
): Range => {
  const [{ top, rem }, setFrame] = useState({ top: 0, rem: 16 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const next = {
        top: Math.round(box.top + window.scrollY),
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      }
      setFrame((known) => (known.top === next.top && known.rem === next.rem ? known : next))
    }
    measure()
    // Parts above the list that open or load move it without a scroll.
    const resized = new ResizeObserver(measure)
    resized.observe(document.body)
    return () => resized.disconnect()
  }, [list])
  const height = (rowHeight * rem) / 16
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: rowsBeyond,
    scrollMargin: top,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are remembered until they change
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const items = virtualizer.getVirtualItems()
  const [first] = items
  return first ? { from: first.index, to: first.index + items.length } : { from: 0, to: 0 }
}
