import { expect, test } from 'vitest'
import { directionOf, feeOf, methodOf, percentOf, statusOf } from '#lib/format/transaction.ts'

const wallet = '0xaa'

test.each([
  ['out', wallet, '0xbb'],
  ['in', '0xbb', wallet],
  ['self', wallet, wallet],
  ['create', wallet, null],
  ['in', '0xbb', null],
] as const)("a transaction is %s from the wallet's view", (direction, from_address, to_address) =>
  expect(directionOf({ from_address, to_address }, wallet)).toBe(direction),
)

test.each([
  ['Send', '0xbb', '0x'],
  ['0xa9059cbb', '0xbb', '0xa9059cbb0000'],
  ['Send', '0xbb', '0xab'],
  ['Create', null, '0x60806040'],
] as const)('the method is %s', (method, to_address, input) => expect(methodOf({ to_address, input })).toBe(method))

test('a fee is exact beyond the precision of a float', () =>
  expect(feeOf({ receipt_gas_used: '30000000', gas_price: '14219353417001' })).toBe('426580602510030000000'))

test('an unknown status is not shown as success', () =>
  expect(['1', '0', null].map((receipt_status) => statusOf({ receipt_status }))).toEqual([
    'success',
    'failed',
    'unknown',
  ]))

test('shares', () => {
  expect(percentOf('65625', '66163')).toBe(99.1)
  expect(percentOf('1', '0')).toBe(0)
})
