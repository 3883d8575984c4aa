import { describe, expect, test } from 'vitest'
import { beginVisit, newText } from '#components/labels/visit.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)

describe('what is new since the last visit', () => {
  test('nothing is new to who comes for the first time', () => {
    const { read, shown } = beginVisit(undefined, start, '100')
    expect(read).toEqual({ position: '100', at: start })
    expect(shown).toEqual(read)
  })

  test('what came after the visit before stays new for the whole visit, and is read on the next', () => {
    const first = beginVisit(undefined, start, '100')
    const second = beginVisit(first, start + 60 * minute, '120')
    expect(second.read).toEqual({ position: '100', at: start })
    const reloaded = beginVisit(second, start + 70 * minute, '125')
    expect(reloaded.read).toEqual(second.read)
    const third = beginVisit(reloaded, start + 200 * minute, '130')
    expect(third.read).toEqual({ position: '125', at: start + 70 * minute })
  })

  test('a count that is not known in full says so', () => {
    expect([newText({ count: 1, isMore: false }), newText({ count: 100, isMore: true })]).toEqual(['1 new', '100+ new'])
  })
})
