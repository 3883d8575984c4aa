'use client'

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useVirtualRows } from './rows/use-virtual-rows.ts'

/** In sixteenths of a rem, matching the classes below. */
const cardWidthMin = 172
const gap = 12
/** Rows of cards rendered beyond the screen: one is as high as five rows of a table. */
const rowsBeyond = 3

const useColumns = (list: RefObject<HTMLElement | null>): number | undefined => {
  const [columns, setColumns] = useState<number>()
  useLayoutEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(([entry]) => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      const width = (entry?.contentRect.width ?? 0) / scale
      setColumns(Math.max(2, Math.floor((width + gap) / (cardWidthMin + gap))))
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
  return columns
}

const inRem = (length: number): string => `${length / 16}rem`

/**
 * A gallery of any length that only keeps visible cards in the document. All cards have the same height (in sixteenths
 * of a rem); the server renders all cards that it has, in normal flow.
 */
export const CardGrid = <Item,>({
  label,
  items,
  keyOf,
  cardHeight,
  card,
}: {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  cardHeight: number
  card: (item: Item) => ReactNode
}) => {
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns(list)
  const rowHeight = cardHeight + gap
  const rows = columns ? Math.ceil(items.length / columns) : 0
  const visible = useVirtualRows(list, rows, rowHeight, rowsBeyond)
  const [from, to] = columns ? [visible.from, visible.to] : [0, items.length]
  return (
    <ul
      ref={list}
      aria-label={label}
      className="mx-4 my-3 grid gap-x-3"
      style={{
        gridTemplateColumns: columns
          ? `repeat(${columns}, minmax(0, 1fr))`
          : `repeat(auto-fill, minmax(min(${inRem(cardWidthMin)}, calc(50% - 0.375rem)), 1fr))`,
        gridAutoRows: inRem(rowHeight),
        paddingTop: columns && inRem(from * rowHeight),
        paddingBottom: columns && inRem(Math.max(0, rows - to) * rowHeight),
      }}
    >
      {items.slice(from * (columns ?? 1), columns ? to * columns : undefined).map((item) => (
        <li key={keyOf(item)} style={{ height: inRem(cardHeight) }}>
          {card(item)}
        </li>
      ))}
    </ul>
  )
}
