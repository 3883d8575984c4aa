import { describe, expect, test } from 'vitest'
import { beginVisit, newText } from '#components/labels/stored/label.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)

describe('new rows since the last visit', () => {
  test('a first visit has no new rows', () => {
    const { read, shown } = beginVisit(undefined, start, '100')
    expect(read).toEqual({ position: '100', at: start })
    expect(shown).toEqual(read)
  })

  test('rows after the previous visit stay new during the whole visit, and are read on the next', () => {
    const first = beginVisit(undefined, start, '100')
    const second = beginVisit(first, start + 60 * minute, '120')
    expect(second.read).toEqual({ position: '100', at: start })
    const reloaded = beginVisit(second, start + 70 * minute, '125')
    expect(reloaded.read).toEqual(second.read)
    const third = beginVisit(reloaded, start + 200 * minute, '130')
    expect(third.read).toEqual({ position: '125', at: start + 70 * minute })
  })

  test('a count with an unknown rest says so', () => {
    expect([newText({ count: 1, isMore: false }), newText({ count: 100, isMore: true })]).toEqual(['1 new', '100+ new'])
  })
})
