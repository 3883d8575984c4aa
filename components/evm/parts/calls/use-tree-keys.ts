import { type KeyboardEvent, useState } from 'react'
import type { CallRow } from './call-rows.ts'

type Tree = {
  rows: readonly CallRow[]
  /** The frames whose calls are hidden. */
  closed: ReadonlySet<string>
  toggle: (frame: string) => void
  show: (frame: string) => void
  /** Brings a row into view that may not be in the document. */
  scrollTo: (index: number) => void
}

/** The keys of a tree (WAI-ARIA's tree pattern), and the row that they act on. */
export const useTreeKeys = ({ rows, closed, toggle, show, scrollTo }: Tree) => {
  const [active, setActive] = useState(0)

  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    scrollTo(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const row = rows[active]
    const isClosed = row?.kind === 'call' && closed.has(row.frame.frame)
    const act: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (row?.kind === 'call' && isClosed ? toggle(row.frame.frame) : move(active + 1)),
      ArrowLeft: () =>
        row?.kind === 'call' && row.hasBelow && !isClosed ? toggle(row.frame.frame) : move(parentAt(rows, active)),
      Enter: () => row?.kind === 'call' && show(row.frame.frame),
    }
    const action = act[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return { active, press }
}

const parentAt = (rows: readonly CallRow[], index: number): number => {
  const level = rows[index]?.level ?? 0
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return index
}
