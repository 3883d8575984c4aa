/** A list read from its newest row. `isOpen`: more rows may follow, none newer than the last row here. */
export type Feed<Row> = { rows: readonly Row[]; isOpen: boolean }

/**
 * Merges several lists, newest first; rows of the same time in the order of the lists. Ends where an open list has run
 * out, because its next rows may precede all remaining rows. `left` counts the rows of each list that are not included.
 */
export const mergeByTime = <Row>(
  feeds: readonly Feed<Row>[],
  timeOf: (row: Row) => number,
): { rows: Row[]; left: number[] } => {
  const places = feeds.map(() => 0)
  const rows: Row[] = []
  const isRunOut = ({ rows, isOpen }: Feed<Row>, index: number) => isOpen && places[index] === rows.length
  while (!feeds.some(isRunOut)) {
    let newest: { row: Row; time: number; index: number } | undefined
    for (const [index, feed] of feeds.entries()) {
      const row = feed.rows[places[index] ?? 0]
      if (row === undefined) continue
      const time = timeOf(row)
      if (newest === undefined || time > newest.time) newest = { row, time, index }
    }
    if (newest === undefined) break
    rows.push(newest.row)
    places[newest.index] = (places[newest.index] ?? 0) + 1
  }
  return { rows, left: feeds.map((feed, index) => feed.rows.length - (places[index] ?? 0)) }
}
