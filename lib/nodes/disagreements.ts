/**
 * What identifies a node's chain, by subject in the order of comparison: `chain id`, `genesis block`, `block 4000`. Subjects
 * that the node does not know are left out.
 */
export type Testimony = ReadonlyMap<string, string>

/** `other` is the position of a node that it differs from; undefined where it differs from what is configured or stored. */
export type Disagreement = { subject: string; value: string; expected: string; other: number | undefined }

/**
 * The nodes that are of another chain than is known, or than most nodes; of two equal camps, the one with the first node wins.
 * A node without a testimony, or without a subject of it, is not judged by it: it may lag or have pruned its history.
 */
export function disagreements(
  testimonies: readonly (Testimony | undefined)[],
  known: Testimony,
): (Disagreement | undefined)[] {
  const found: (Disagreement | undefined)[] = testimonies.map(() => undefined)
  const subjects = new Set([known, ...testimonies].flatMap((testimony) => [...(testimony?.keys() ?? [])]))
  for (const subject of subjects) {
    const values = testimonies.map((testimony, at) => (found[at] ? undefined : testimony?.get(subject)))
    const expected = known.get(subject) ?? mostFrequent(values)
    if (expected === undefined) continue
    const other = known.has(subject) ? undefined : values.indexOf(expected)
    for (const [at, value] of values.entries())
      if (value !== undefined && value !== expected) found[at] = { subject, value, expected, other }
  }
  return found
}

const mostFrequent = (values: readonly (string | undefined)[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}
