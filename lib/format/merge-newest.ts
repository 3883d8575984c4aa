export type Merged<Row> = {
  rows: readonly Row[]
  /** The number of rows that are new. */
  arrived: number
  /** The response ends before the first known row: there may be rows between. */
  hasGap: boolean
}

/**
 * Merges a list (newest first) with a fresh response that contains everything since `fromBlock`, which is authoritative
 * for these blocks: rows reverted since are dropped. Remaining rows keep their identity.
 *
 * A block may have more rows than a page: `isCut` says that the response ends with a full page, `hasOlder` that the list has further
 * pages. What follows the last known row is then no news, and what the response does not reach is kept.
 */
export const mergeNewest = <Row>(
  known: readonly Row[],
  { rows: answer, isCut }: { rows: readonly Row[]; isCut: boolean },
  { fromBlock, hasOlder }: { fromBlock: bigint; hasOlder: boolean },
  { keyOf, blockOf }: { keyOf: (row: Row) => string; blockOf: (row: Row) => bigint },
): Merged<Row> => {
  const placeOf = new Map(known.map((row, index) => [keyOf(row), index]))
  const sameOf = (row: Row): Row | undefined => {
    const same = known[placeOf.get(keyOf(row)) ?? -1]
    return same !== undefined && blockOf(same) === blockOf(row) ? same : undefined
  }
  const since = answer.filter((row) => blockOf(row) >= fromBlock)
  const lastKnown = since.findLastIndex((row) => sameOf(row) !== undefined)
  const last = known.at(-1)
  const isEndInside = lastKnown >= 0 && hasOlder && last !== undefined && blockOf(last) >= fromBlock
  const fresh = isEndInside ? since.slice(0, lastKnown + 1) : since
  const newest = fresh.map((row) => sameOf(row) ?? row)
  const replaced = new Set(fresh.map(keyOf))
  const isUnreached = (index: number) =>
    isCut && lastKnown >= 0 && index > (placeOf.get(keyOf(since[lastKnown] as Row)) ?? 0)
  const older = known.filter(
    (row, index) => !replaced.has(keyOf(row)) && (blockOf(row) < fromBlock || isUnreached(index)),
  )
  const rows = [...newest, ...older]
  const isSame = rows.length === known.length && rows.every((row, index) => row === known[index])
  return {
    rows: isSame ? known : rows,
    arrived: newest.filter((row) => !placeOf.has(keyOf(row))).length,
    hasGap: isCut && lastKnown < 0,
  }
}
