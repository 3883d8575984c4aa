import { addDealing, type Dealing, type Evidence, noEvidence, suspicionOf } from './look-alike.ts'

/** Suspicious rows that follow one another, from row `from` up to and without row `to`. */
export type Run = { from: number; to: number }

export type Folding = { evidence: Evidence; runs: readonly Run[] }

export const noFolding = (wallet: string): Folding => ({ evidence: noEvidence(wallet), runs: [] })

/**
 * Adds the next rows of the list. They are judged by all rows so far, themselves included; earlier rows are unchanged,
 * so that nothing moves while the user reads.
 */
export const foldMore = ({ evidence, runs: before }: Folding, dealings: readonly Dealing[]): Folding => {
  const runs = [...before]
  let to = evidence.rows
  for (const dealing of dealings) addDealing(evidence, dealing)
  for (const dealing of dealings) {
    const from = to++
    if (!suspicionOf(evidence, dealing)?.isFolded) continue
    const last = runs.at(-1)
    if (last?.to === from) runs[runs.length - 1] = { from: last.from, to }
    else runs.push({ from, to })
  }
  return { evidence, runs }
}

/** Placeholder for a run's rows in the list; while it is open, they follow it. */
export type FoldLine<Row> = { rows: readonly [Row, ...Row[]]; isOpen: boolean }

/** The displayed list: a line for each run, and its rows only if it is open. */
export const foldedLines = <Row>(
  rows: readonly Row[],
  runs: readonly Run[],
  isOpen: (first: Row) => boolean,
): (Row | FoldLine<Row>)[] => {
  let shown = 0
  const lines = runs.flatMap(({ from, to }): (Row | FoldLine<Row>)[] => {
    const [first, ...others] = rows.slice(from, to)
    const before = rows.slice(shown, from)
    shown = from
    if (first === undefined) return before
    const line = { rows: [first, ...others], isOpen: isOpen(first) } as const
    if (!line.isOpen) shown = to
    return [...before, line]
  })
  return [...lines, ...rows.slice(shown)]
}
