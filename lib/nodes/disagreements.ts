/**
 * The identity of a node's chain, by subject in the order of comparison: `chain id`, `genesis block`, `block 4000`.
 * Unknown subjects are omitted.
 */
export type Testimony = ReadonlyMap<string, string>

/**
 * `against` is what the node differs from: the index or configuration, another node (its position), or earlier nodes.
 */
export type Disagreement = { subject: string; value: string; expected: string; against: 'known' | 'earlier' | number }

/**
 * The nodes whose chain differs from known values, from earlier nodes, or from most nodes; of two equal groups, the one
 * with the first node wins. A node without a value for a subject is not judged by it: it may lag or have pruned its
 * history.
 */
export function disagreements(
  testimonies: readonly (Testimony | undefined)[],
  known: Testimony,
  earlier: Testimony = new Map(),
): (Disagreement | undefined)[] {
  const found: (Disagreement | undefined)[] = testimonies.map(() => undefined)
  const subjects = new Set(testimonies.flatMap((testimony) => [...(testimony?.keys() ?? [])]))
  const compare = (expectedOf: (subject: string, values: readonly (string | undefined)[]) => string | undefined) => {
    for (const subject of subjects) {
      const values = testimonies.map((testimony, at) => (found[at] ? undefined : testimony?.get(subject)))
      const expected = expectedOf(subject, values)
      if (expected === undefined) continue
      const other = values.indexOf(expected)
      const against = known.has(subject) ? 'known' : other < 0 ? 'earlier' : other
      for (const [at, value] of values.entries())
        if (value !== undefined && value !== expected) found[at] = { subject, value, expected, against }
    }
  }
  // In this order: a node that contradicts the index has no vote on anything else.
  compare((subject) => known.get(subject))
  compare((subject) => earlier.get(subject))
  compare((_, values) => mostFrequent(values))
  return found
}

const mostFrequent = (values: readonly (string | undefined)[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}
