import { expect, test } from 'vitest'
import { amountAxisEnd, axisEnd } from '#components/chain/bar.ts'

test('an axis ends at a round number whose half is whole', () =>
  expect([-Infinity, 0, 1, 2, 3, 7, 31, 43, 201, 301, 1_000, 12_345].map(axisEnd)).toEqual([
    ...[1, 1, 1, 2, 4, 8, 40, 50, 250, 400, 1_000, 15_000],
  ]))

test('an axis of amounts ends at a round number, also below one', () =>
  expect([0, 0.0123, 0.9, 1, 9.09, 18.2, 61, 123.4].map(amountAxisEnd)).toEqual([1, 0.015, 1, 1, 10, 20, 80, 150]))
