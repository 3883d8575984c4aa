/** The relation of a wallet to another address in one row of its list. */
export type Dealing = {
  /** The address on the other side; null if there is none (a mint, a burn, a new contract). */
  party: string | null
  /** `sent`: by the wallet itself. `received`: something of value. `nothing`: a row that anyone could have created. */
  kind: 'sent' | 'received' | 'nothing'
  /** Why the row is suspicious, independent of the other side. */
  doubt?: 'zero value' | 'spam'
}

/** How well the wallet knows an address: 3 the wallet itself, 2 it sent there, 1 it received from there, 0 neither. */
export type Relation = 0 | 1 | 2 | 3

type Known = { address: string; relation: Relation }

/** The evidence in the rows so far. It grows with them. */
export type Evidence = {
  wallet: string
  /** By visual appearance: of all similar addresses, the one that the wallet knows best. */
  best: Map<string, Known>
  rows: number
  /** Another number whenever rows from before may have to be judged again. */
  version: number
}

/** Why a row is suspicious. `imitated` takes precedence over a doubt. */
export type Suspicion = {
  imitated?: Known
  doubt?: Dealing['doubt']
  /** Rows that the wallet wrote itself are marked, never folded. */
  isFolded: boolean
}

const relations: Record<Dealing['kind'], Relation> = { sent: 2, received: 1, nothing: 0 }

/**
 * The visual key of an address: its first and last four digits. Leading zeros are cheap and common, so the digits after
 * them count. Two random addresses share a key once in 4 billion.
 */
const looksOf = (address: string): string => `${/0x0*.{4}/.exec(address)}${address.slice(-4)}`

/** The evidence of `wallet` before the first row. An address similar to the wallet itself imitates it. */
export const noEvidence = (wallet: string): Evidence => ({
  wallet,
  best: new Map([[looksOf(wallet), { address: wallet, relation: 3 }]]),
  rows: 0,
  version: 0,
})

/** Adds one row, in place, in constant time. Rows come newest first: of two equally well-known addresses, the older one wins. */
export const addDealing = (evidence: Evidence, { party, kind }: Dealing): void => {
  evidence.rows++
  if (party === null || party === evidence.wallet) return
  const looks = looksOf(party)
  const best = evidence.best.get(looks)
  const relation = relations[kind]
  if (best && best.address !== party) evidence.version++
  if (!best || relation >= best.relation) evidence.best.set(looks, { address: party, relation })
}

/** The suspicion about a row by the evidence so far; undefined if there is none. */
export const suspicionOf = (evidence: Evidence, { party, kind, doubt }: Dealing): Suspicion | undefined => {
  const best = party === null ? undefined : evidence.best.get(looksOf(party))
  const isImitation = best !== undefined && best.address !== party && best.relation > 0
  if (!isImitation && !doubt) return undefined
  return { ...(isImitation && { imitated: best }), doubt, isFolded: kind !== 'sent' }
}

/** The first address of the rows that looks like the wallet itself. */
export const twinIn = (wallet: string, dealings: readonly Dealing[]): string | undefined =>
  dealings.find(({ party }) => party !== null && party !== wallet && looksOf(party) === looksOf(wallet))?.party ??
  undefined

/** Suspicious rows that follow one another, from row `from` up to and without row `to`. */
type Run = { from: number; to: number }

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
