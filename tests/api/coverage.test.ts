import { describe, expect, test } from 'vitest'
import { coverageHeaders, coverageOf, coverageSent, coverageSentence, type Indexed } from '#lib/api/coverage.ts'

const chain = (ranges: [number, number][], head: number | null): Indexed => ({
  unit: 'block',
  ranges: ranges.map(([first, last]) => ({ first, last })),
  head,
})

describe('coverage of a request', () => {
  test('is complete only if every block up to the head is indexed', () => {
    expect(coverageOf(chain([[0, 10]], 10), { first: 0 }).isComplete).toBe(true)
    expect(coverageOf(chain([[0, 9]], 10), { first: 0 }).isComplete).toBe(false)
    expect(coverageOf(chain([[1, 10]], 10), { first: 0 }).isComplete).toBe(false)
    expect(coverageOf(chain([[1, 10]], 10), { first: 1 }).isComplete).toBe(true)
    const holed = chain(
      [
        [0, 4],
        [6, 10],
      ],
      10,
    )
    expect(coverageOf(holed, { first: 0 }).isComplete).toBe(false)
    expect(coverageOf(holed, { first: 6 }).isComplete).toBe(true)
    expect(coverageOf(holed, { first: 0, last: 4 }).isComplete).toBe(true)
  })

  test('is complete without a known head only if the request has an upper bound', () => {
    expect(coverageOf(chain([[0, 10]], null), { first: 0 }).isComplete).toBe(false)
    expect(coverageOf(chain([[0, 10]], null), { first: 0, last: 8 }).isComplete).toBe(true)
    expect(coverageOf(chain([[0, 10]], null), { first: 0, last: 11 }).isComplete).toBe(false)
  })

  test('is incomplete for blocks above the head, for an empty range and for an empty index', () => {
    expect(coverageOf(chain([[0, 10]], 10), { first: 11 })).toMatchObject({ isComplete: false, rangeCount: 0 })
    expect(coverageOf(chain([[0, 10]], 10), { first: 5, last: 4 })).toMatchObject({ isComplete: false, rangeCount: 0 })
    expect(coverageOf(chain([[0, 10]], 10), undefined).isComplete).toBe(false)
    expect(coverageOf(chain([], 10), { first: 0 }).isComplete).toBe(false)
  })

  test('is sent in headers: newest ranges first, at most 8, clipped to the request', () => {
    const many = chain(
      Array.from({ length: 20 }, (_, index) => [index * 10, index * 10 + 1] as [number, number]),
      1_000,
    )
    const coverage = coverageOf(many, { first: 11, last: 180 })
    expect(coverage.rangeCount).toBe(18)
    expect(coverageHeaders(coverage, {})).toEqual({
      'x-index-complete': 'false',
      'x-spyglass-coverage': '180-180,170-171,160-161,150-151,140-141,130-131,120-121,110-111',
    })
    expect(coverageHeaders(coverageOf(chain([], 10), { first: 0 }), {})['x-spyglass-coverage']).toBe('none')
  })

  test('is omitted when the source reports none, and taken from the body when it is there', () => {
    expect(coverageHeaders(undefined, { result: [] })).toEqual({})
    expect(coverageHeaders(undefined, { result: [], status: 'SYNCING' })).toEqual({ 'x-index-complete': 'false' })
    expect(coverageHeaders(undefined, { result: [], index_complete: true })).toEqual({ 'x-index-complete': 'true' })
  })

  test('survives a hop through a second instance, and malformed headers are ignored', () => {
    const said = coverageOf(chain([[5, 10]], 10), { first: 0 })
    const again = coverageSent(new Headers(coverageHeaders(said, {})), 'version')
    expect(again && coverageHeaders(again, {})).toEqual(coverageHeaders(said, {}))
    const forged = { 'x-index-complete': 'true', 'x-spyglass-coverage': '<script>' }
    expect(coverageSent(new Headers(forged), 'block')).toBeUndefined()
    expect(
      coverageSent(new Headers({ 'x-index-complete': 'yes', 'x-spyglass-coverage': '1-2' }), 'block'),
    ).toBeUndefined()
  })
})

test('one sentence says what is not included', () => {
  const sentence = (indexed: Indexed, first = 0) => coverageSentence(coverageOf(indexed, { first }))
  expect(sentence(chain([[0, 10]], 10))).toBeUndefined()
  expect(sentence(chain([[22_864_878, 22_869_878]], 22_869_878))).toBe(
    'Indexed from block 22,864,878; earlier transactions are not included.',
  )
  expect(sentence(chain([[0, 5_000]], 9_000))).toBe('Indexed up to block 5,000; later transactions are not included.')
  expect(sentence(chain([[10, 50]], null))).toBe(
    'Only blocks 10 to 50 are indexed; earlier and later transactions are not included.',
  )
  expect(
    sentence(
      chain(
        [
          [1, 2],
          [4, 5],
        ],
        9,
      ),
    ),
  ).toBe('Only 2 separate ranges of blocks up to 5 are indexed; transactions in other blocks are not included.')
  expect(sentence(chain([], 9))).toBe('None of these blocks are indexed; transactions in them are not included.')
})
