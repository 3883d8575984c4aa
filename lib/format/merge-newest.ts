/**
 * Merges a list (newest first) with a fresh response that contains everything since `fromBlock`, which is authoritative
 * for these blocks: rows reverted since are dropped. Remaining rows keep their identity; `arrived` counts the new ones.
 */
export const mergeNewest = <Row>(
  known: readonly Row[],
  answer: readonly Row[],
  fromBlock: bigint,
  { keyOf, blockOf }: { keyOf: (row: Row) => string; blockOf: (row: Row) => bigint },
): { rows: readonly Row[]; arrived: number } => {
  const isSameRow = (row: Row, other: Row | undefined): other is Row =>
    other !== undefined && keyOf(other) === keyOf(row) && blockOf(other) === blockOf(row)
  const fresh = answer.filter((row) => blockOf(row) >= fromBlock)
  // Mostly nothing is new: a long list is not gone through for that.
  const next = known[fresh.length]
  const isHead = fresh.every((row, index) => isSameRow(row, known[index]))
  if (isHead && (next === undefined || blockOf(next) < fromBlock)) return { rows: known, arrived: 0 }
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  const newest = fresh.map((row) => {
    const same = byKey.get(keyOf(row))
    return isSameRow(row, same) ? same : row
  })
  const replaced = new Set(fresh.map(keyOf))
  const older = known.filter((row) => blockOf(row) < fromBlock && !replaced.has(keyOf(row)))
  const rows = [...newest, ...older]
  const isSame = rows.length === known.length && rows.every((row, index) => row === known[index])
  return { rows: isSame ? known : rows, arrived: newest.filter((row) => !byKey.has(keyOf(row))).length }
}
