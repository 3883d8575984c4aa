import { expect, test } from 'vitest'
import { type PageContent, pageMarkdown } from '#lib/pages/page-content.ts'
import { pageCsv, pageJson } from '#lib/pages/page-handler.ts'

const hostile =
  '![x](http://evil.example/p.png) | <img src=x onerror=alert(1)> `code`\n# Title [a](javascript:b) www.evil.example'

const page: PageContent = {
  path: '/demo/token/0xab',
  kind: 'Token',
  title: hostile,
  summary: hostile,
  place: 'Demo ledger',
  facts: [[hostile, hostile]],
  answers: [
    {
      api: 'evm',
      name: 'contractNfts',
      request: '/api/v2/nft/0xab?chain=demo',
      source: 'demo',
      answer: { result: [] },
    },
    {
      api: 'evm',
      name: 'record',
      request: '/x`y',
      answer: { name: hostile, amount: '340282366920938463463374607431768211456' },
    },
    { api: 'evm', name: 'failed', request: '/z', error: { code: 'not_available', message: hostile } },
  ],
  list: {
    name: 'contractNfts',
    titles: ['name', 'note'],
    rows: [
      [hostile, null],
      ['=1+1', null],
    ],
    cursor: 'next',
  },
  links: { page: '/demo/token/0xab' },
}

test('untrusted names are plain text in Markdown: no link, image, tag, heading or cell', () => {
  const text = pageMarkdown(page)
  expect(text).not.toMatch(/<img/i)
  expect(text).not.toMatch(/!\[/)
  expect(text).not.toMatch(/(?<!\\)\]\((http|javascript)/)
  expect(text).not.toContain('http://')
  expect(text).not.toContain('www.')
  expect(text.match(/^# /gm)).toHaveLength(1)
  // A row has the cells that the table's head has, however many bars a name holds.
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  for (const row of rows) expect(row.replaceAll('\\|', '').split(' | ').length).toBeLessThanOrEqual(2)
})

test('a list says whether more follows, and leaves out empty columns', () => {
  const text = pageMarkdown(page)
  expect(text).toContain('2 rows, and more follow.')
  expect(text).toContain('| name |\n| --- |')
  expect(text).toContain('Failed: ')
})

test('amounts keep every digit in every format', () => {
  expect(pageMarkdown(page)).toContain('340282366920938463463374607431768211456')
  expect(JSON.parse(pageJson(page)).data.record.answer.amount).toBe('340282366920938463463374607431768211456')
})

test('CSV contains the list, without runnable formulas, or the record if there is no list', () => {
  expect(pageCsv(page)).toContain("'=1+1")
  const { list: _, ...record } = page
  expect(pageCsv({ ...record, answers: page.answers.slice(1) })).toContain(
    'amount,340282366920938463463374607431768211456',
  )
})

test('JSON contains each response, or its error, under the name of its endpoint', () => {
  const { data, page: path } = JSON.parse(pageJson(page))
  expect(path).toBe('/demo/token/0xab')
  expect(data.contractNfts).toEqual({ request: '/api/v2/nft/0xab?chain=demo', source: 'demo', answer: { result: [] } })
  expect(data.failed.error.code).toBe('not_available')
})
