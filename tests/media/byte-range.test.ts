import { expect, test } from 'vitest'
import { bytePart, passableRange } from '#lib/media/original-media.ts'

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-200', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-200', { first: 0, last: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-0', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-9', 'whole'],
  [null, 'whole'],
])('of 100 bytes, %j selects %j', (header, expected) => {
  expect(bytePart(header, 100)).toEqual(expected)
})

test('an empty file has no ranges', () => {
  expect([bytePart('bytes=0-', 0), bytePart('bytes=-5', 0), bytePart(null, 0)]).toEqual(['none', 'none', 'whole'])
})

test('only a single well-formed range is passed on', () => {
  expect(['bytes=0-9', 'bytes=5-', 'bytes=-5', 'bytes=0-1, 3-4', 'bytes=0-9\r\nx: y', null].map(passableRange)).toEqual(
    [...['bytes=0-9', 'bytes=5-', 'bytes=-5', undefined, undefined, undefined]],
  )
})
