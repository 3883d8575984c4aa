import { useRef, useState } from 'react'

/**
 * The rows of a short live list: the newest ones, or, while the user is reading, the earlier ones. `show` adds the
 * newer ones.
 */
export const usePausedRows = <Row>(
  newest: readonly Row[],
  keyOf: (row: Row) => string,
  isPaused: boolean,
): { rows: readonly Row[]; waiting: number; show: () => void } => {
  const shown = useRef(newest)
  const [, setShownTimes] = useState(0)
  if (!isPaused) shown.current = newest
  const known = new Set(shown.current.map(keyOf))
  const show = () => {
    shown.current = newest
    setShownTimes((times) => times + 1)
  }
  return { rows: shown.current, waiting: newest.filter((row) => !known.has(keyOf(row))).length, show }
}
