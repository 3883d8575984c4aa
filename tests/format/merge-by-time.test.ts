import { describe, expect, test } from 'vitest'
import { mergeByTime } from '#lib/format/merge-by-time.ts'
import { type Chance, createChance } from '#tests/indexing/random.ts'

type Row = { list: number; place: number; time: number }

/** Lists of very different lengths, with many rows of one time: within a list and across them. */
const makeLists = (chance: Chance): Row[][] =>
  Array.from({ length: chance.integer(1, 6) }, (_, list) => {
    const length = chance.happens(0.2) ? 0 : chance.integer(1, 40)
    const times = Array.from({ length }, () => chance.integer(0, 30)).sort((a, b) => b - a)
    return times.map((time, place) => ({ list, place, time }))
  })

/** The one right order, by a plain sort of everything. */
const sorted = (lists: readonly Row[][]): Row[] =>
  lists.flat().sort((a, b) => b.time - a.time || a.list - b.list || a.place - b.place)

const timeOf = ({ time }: Row) => time

describe.each(Array.from({ length: 60 }, (_, seed) => seed))('with seed %i', (seed) => {
  test('the merged rows are always a prefix of the full list, and reading on leads to all of it', () => {
    const chance = createChance(seed)
    const lists = makeLists(chance)
    const whole = sorted(lists)
    const read = lists.map((rows) => chance.integer(0, rows.length))
    const merge = () =>
      mergeByTime(
        lists.map((rows, list) => ({ rows: rows.slice(0, read[list]), isOpen: (read[list] ?? 0) < rows.length })),
        timeOf,
      )
    const runOut = () =>
      lists.flatMap(({ length }, list) => (merged.left[list] === 0 && (read[list] ?? 0) < length ? [list] : []))
    let merged = merge()
    for (let rounds = 0; runOut().length > 0; rounds++) {
      expect(rounds).toBeLessThan(1_000)
      expect(merged.rows).toEqual(whole.slice(0, merged.rows.length))
      const shown = merged.rows.length
      for (const list of runOut()) read[list] = (read[list] ?? 0) + chance.integer(1, 7)
      merged = merge()
      expect(merged.rows.length).toBeGreaterThanOrEqual(shown)
    }
    expect(merged.rows).toEqual(whole)
  })
})

test('an open list holds back everything older than its last row', () => {
  const feeds = [
    { rows: [9, 5], isOpen: true },
    { rows: [8, 4], isOpen: false },
  ]
  expect(mergeByTime(feeds, (time) => time)).toEqual({ rows: [9, 8, 5], left: [0, 1] })
})

test('an open list without rows holds back everything', () => {
  const feeds = [
    { rows: [], isOpen: true },
    { rows: [8], isOpen: false },
  ]
  expect(mergeByTime(feeds, (time: number) => time)).toEqual({ rows: [], left: [0, 1] })
})
