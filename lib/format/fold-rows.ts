import { addDealing, type Dealing, type Evidence, noEvidence, suspicionOf } from './look-alike.ts'

/** Suspicious rows that follow one another, from row `from` up to and without row `to`. */
export type Run = {
  from: number
  to: number
  /** How many rows imitate, and whom: null where it is not always the same address. */
  imitations: number
  imitated: string | null
  /** Rows that have a doubt and no imitation. */
  zeroValues: number
  spam: number
}

export type Folding = { evidence: Evidence; runs: readonly Run[]; rows: number }

export const noFolding = (wallet: string): Folding => ({ evidence: noEvidence(wallet), runs: [], rows: 0 })

const emptyRun = { imitations: 0, imitated: null, zeroValues: 0, spam: 0 }

/**
 * Takes the next rows of the list. They are judged by all rows so far, themselves included; rows from before stay as they are,
 * so that nothing moves under a reader's eyes.
 */
export const foldMore = ({ evidence, runs: before, rows }: Folding, dealings: readonly Dealing[]): Folding => {
  for (const dealing of dealings) addDealing(evidence, dealing)
  const runs = [...before]
  for (const [index, dealing] of dealings.entries()) {
    const suspicion = suspicionOf(evidence, dealing)
    if (!suspicion?.isFolded) continue
    const at = rows + index
    const last = runs.at(-1)
    const open = last?.to === at ? last : { ...emptyRun, from: at, to: at }
    const { imitated, doubt } = suspicion
    const isFirst = open.imitations === 0 || open.imitated === imitated?.address
    const run: Run = {
      ...open,
      to: at + 1,
      ...(imitated && { imitations: open.imitations + 1, imitated: isFirst ? imitated.address : null }),
      ...(!imitated && doubt === 'zero value' && { zeroValues: open.zeroValues + 1 }),
      ...(!imitated && doubt === 'spam' && { spam: open.spam + 1 }),
    }
    runs.splice(open === last ? -1 : runs.length, 1, run)
  }
  return { evidence, runs, rows: rows + dealings.length }
}

/** Stands for a run in the list; while it is open, the run's rows follow it. */
export type FoldLine<Row> = { run: Run; first: Row; isOpen: boolean }

/** The list as it is shown: a line for each run, and its rows only where it is open. */
export const foldedLines = <Row>(
  rows: readonly Row[],
  runs: readonly Run[],
  isOpen: (first: Row) => boolean,
): (Row | FoldLine<Row>)[] => {
  const lines: (Row | FoldLine<Row>)[] = []
  let next = 0
  for (const run of runs) {
    const first = rows[run.from]
    if (first === undefined) break
    const line = { run, first, isOpen: isOpen(first) }
    for (; next < run.from; next++) lines.push(rows[next] as Row)
    lines.push(line)
    if (!line.isOpen) next = run.to
  }
  for (; next < rows.length; next++) lines.push(rows[next] as Row)
  return lines
}
