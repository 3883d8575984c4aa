import { describe, expect, test } from 'vitest'
import { comparePages } from '#lib/pages/compare-pages.ts'
import { namedPage } from '#lib/pages/named-page.ts'

const hash = `0x${'ab'.repeat(32)}`

describe('the page to compare with', () => {
  test.each([
    [`/demo/tx/${hash}`, `/demo/tx/${hash}`],
    [`  /demo/tx/${hash}/?t=utc#logs `, `/demo/tx/${hash}`],
    [`/demo/tx/${hash}.json`, `/demo/tx/${hash}`],
    [`https://spyglass.example/demo/tx/${hash}?x=1`, `/demo/tx/${hash}`],
    ['/aptos/txn/4', '/aptos/txn/4'],
    ['', undefined],
    ['/sign-in', undefined],
    ['//evil.example/demo', undefined],
    ['/a/b/c/d/e/f', undefined],
    ['javascript:alert(1)', undefined],
    [hash, undefined],
  ])('%s', (text, page) => expect(namedPage(text)).toBe(page))

  test.each([
    [hash, `/demo/tx/0x${'cd'.repeat(32)}`, `/demo/tx/${hash}`],
    ['26', '/demo/block/25', '/demo/block/26'],
    [
      '2',
      '/demo/nft/0x478c03b3cd599b244b438da4fe073f1ee52d5ff1/1',
      '/demo/nft/0x478c03b3cd599b244b438da4fe073f1ee52d5ff1/2',
    ],
    ['34', '/demo/status-of-nothing/1/2/3', undefined],
    ['34', '/', undefined],
  ])('%s compared with %s', (text, like, page) => expect(namedPage(text, like)).toBe(page))
})

const page = (answer: unknown, facts: Record<string, string> = {}, name = 'transaction') => ({
  ...{ kind: 'Transaction', title: hash, place: 'Demo ledger', summary: 'It was sent.', facts },
  data: { [name]: { answer } },
})

test('parts of a response become groups, and a field of several responses is compared once', () => {
  const { groups, leftOut } = comparePages(
    page({ hash: '1', gas: '5', logs: [{ address: '0x', topic0: '0x', data: '1' }] }),
    page({ hash: '2', gas: '5', logs: [{ address: '0x', topic0: '0x', data: '2' }] }),
  )
  expect(groups.map(([title, rows]) => [title, rows.length])).toEqual([
    ['', 2],
    ['logs', 3],
  ])
  expect(leftOut).toBe(0)
})

test('facts are compared instead of lists; responses that only one page has are left out', () => {
  const list = (total: number) => ({ result: [{ hash: String(total) }], cursor: 'x', total })
  const { groups } = comparePages(
    page(list(3), { Name: 'A', Transactions: '3' }),
    page(list(4), { Name: 'B', Transactions: '4' }),
  )
  expect(groups.flatMap(([, rows]) => rows.map(({ path, a, b }) => [path.join(), a, b]))).toEqual([
    ['Name', 'A', 'B'],
    ['Transactions', '3', '4'],
    ['total', '3', '4'],
  ])
  expect(comparePages(page({ x: 1 }), page({ x: 1 }, {}, 'block')).groups).toEqual([])
})

test('rows beyond the maximum are counted', () => {
  const many = (value: number) => page(Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`f${at}`, value])))
  const { groups, leftOut } = comparePages(many(1), many(2))
  expect(groups[0]?.[1]).toHaveLength(2_000)
  expect(leftOut).toBe(500)
})
