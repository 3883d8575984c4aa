import { describe, expect, test } from 'vitest'
import { foldReasons } from '#lib/format/fold-reasons.ts'
import { type Dealing, type Folding, foldedLines, foldMore, noFolding, suspicionOf } from '#lib/format/look-alike.ts'

const wallet = `0x${'a'.repeat(40)}`
const friend = `0x1234${'7'.repeat(32)}abcd`
const forger = `0x1234${'9'.repeat(32)}abcd`
const other = `0x5678${'1'.repeat(32)}ef01`

const paid: Dealing = { party: friend, kind: 'sent' }
const plain: Dealing = { party: other, kind: 'received' }
const forged: Dealing = { party: forger, kind: 'nothing', doubt: 'zero value' }
const empty: Dealing = { party: other, kind: 'nothing', doubt: 'zero value' }
const spam: Dealing = { party: null, kind: 'nothing', doubt: 'spam' }
const dust: Dealing = { party: forger, kind: 'received' }

const foldAll = (...pages: readonly Dealing[][]): Folding => pages.reduce(foldMore, noFolding(wallet))
const reasonsOf = ({ evidence }: Folding, dealings: readonly Dealing[]) =>
  foldReasons(dealings.map((dealing) => suspicionOf(evidence, dealing)))
const shown = (folding: Folding, rows: readonly object[], isOpen: (first: object) => boolean = () => false) =>
  foldedLines(rows, folding.runs, isOpen)

describe('runs of suspicious rows', () => {
  test('consecutive rows form one run, and each counts under one reason', () => {
    const folding = foldAll([plain, forged, forged, empty, spam, paid, empty])
    expect(folding.runs).toEqual([
      { from: 1, to: 5 },
      { from: 6, to: 7 },
    ])
    expect(reasonsOf(folding, [forged, forged, empty, spam])).toBe(
      'imitating 0x1234…abcd (2), zero value (1), spam (1)',
    )
    expect(reasonsOf(folding, [empty])).toBe('zero value')
  })

  test('a run continues across pages', () => {
    expect(foldAll([paid, empty], [spam, forged], [plain]).runs).toEqual([{ from: 1, to: 4 }])
  })

  test('an imitated address is named only if the run has just one', () => {
    const second = { party: `0x5678${'3'.repeat(32)}ef01`, kind: 'nothing' } as const
    expect(reasonsOf(foldAll([paid, plain]), [forged, second])).toBe('imitating 2 addresses')
  })

  test('reading page by page gives the same evidence as all at once, and folded rows stay folded', () => {
    const rows = [plain, empty, forged, dust, plain, spam, paid, dust, forged, empty]
    const whole = foldAll(rows)
    for (let cut = 0; cut <= rows.length; cut++) {
      const parts = foldAll(rows.slice(0, cut), rows.slice(cut))
      expect(parts.evidence.rows).toBe(rows.length)
      for (const row of rows) expect(suspicionOf(parts.evidence, row)).toEqual(suspicionOf(whole.evidence, row))
      const first = foldAll(rows.slice(0, cut)).runs
      for (const { from } of first) expect(parts.runs.map((run) => run.from)).toContain(from)
    }
  })

  test('a row recognised later is marked in place and does not move', () => {
    const folding = foldAll([dust, plain], [paid])
    expect(folding.runs).toEqual([])
    expect(suspicionOf(folding.evidence, dust)).toMatchObject({ imitated: { address: friend }, isFolded: true })
  })
})

describe('the displayed list', () => {
  const rows = [{ row: 0 }, { row: 1 }, { row: 2 }, { row: 3 }]
  const folding = foldAll([paid, empty, spam, plain])

  test('shows a run as one line, followed by its rows when open', () => {
    const line = { rows: [rows[1], rows[2]] }
    expect(shown(folding, rows)).toEqual([rows[0], { ...line, isOpen: false }, rows[3]])
    expect(shown(folding, rows, () => true)).toEqual([rows[0], { ...line, isOpen: true }, rows[1], rows[2], rows[3]])
  })

  test('contains every row once when all runs are open, and rows keep their identity', () => {
    const all = shown(folding, rows, () => true).filter((line) => !('isOpen' in line))
    expect(all).toHaveLength(rows.length)
    for (const [index, row] of all.entries()) expect(row).toBe(rows[index])
  })

  test('takes linear time', () => {
    const pages = 200
    let read = 0
    const counted = (dealing: Dealing): Dealing => ({
      ...dealing,
      get party() {
        read++
        return dealing.party
      },
    })
    const page = Array.from({ length: 100 }, (_, index) => counted([forged, empty, paid, dust][index % 4] ?? plain))
    let grown = noFolding(wallet)
    for (let turn = 0; turn < pages; turn++) grown = foldMore(grown, page)
    expect(read).toBeLessThanOrEqual(4 * pages * page.length)
    expect(grown.evidence.rows).toBe(pages * page.length)
  })
})
