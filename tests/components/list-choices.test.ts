import { expect, test } from 'vitest'
import { columnRules, readHiddenColumns, writeHiddenColumns } from '#components/kit/list-choices.ts'

test('hidden columns are written and read again', () => {
  const hidden = new Map([
    ['Transactions', new Set([6, 4])],
    ['Blocks', new Set([3])],
    ['Empty', new Set<number>()],
  ])
  expect(writeHiddenColumns(hidden)).toBe('Transactions:4.6|Blocks:3')
  expect(readHiddenColumns('Transactions:4.6|Blocks:3')).toEqual(
    new Map([
      ['Transactions', new Set([4, 6])],
      ['Blocks', new Set([3])],
    ]),
  )
})

test('a cookie that is no such text becomes no rule', () => {
  for (const text of [undefined, '', '|||', 'a"]{}b:1', '</style>:2', 'Blocks:0.13.x', `${'a'.repeat(41)}:1`])
    expect(columnRules(readHiddenColumns(text))).toBe('')
})

test('a hidden column has no width and no cells on a wide screen', () => {
  expect(columnRules(readHiddenColumns('Blocks:3'))).toBe(
    '@media (width>=64rem){.list[aria-label="Blocks"]{--wc:0px}.list[aria-label="Blocks"] [role="row"]>:nth-child(3){display:none}}',
  )
})
