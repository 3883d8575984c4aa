import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { columnsOf, csvWriter } from '#lib/export/formats.ts'

const oneCell = (value: string | number | null): string => {
  const { rows } = csvWriter([
    { title: 'a', cell: (row) => row.a as string },
    { title: 'b', cell: () => 'end' },
  ])
  return rows([{ a: value }]).replace(/,end\r\n$/, '')
}

describe('a cell', () => {
  test.each([
    ['a, b', '"a, b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    ['', ''],
    ['plain', 'plain'],
    [7, '7'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', /^\d{78}$/],
  ])('%j is quoted as in RFC 4180', (value, written) => {
    if (typeof written === 'string') expect(oneCell(value)).toBe(written)
    else expect(oneCell(value)).toMatch(written)
  })

  test.each([
    '=1+1',
    '+1',
    '@SUM(A1)',
    '-cmd',
    '\t=1',
    '\r=1',
    '\n=1',
    '-1+cmd',
    '＝1+1',
    '=HYPERLINK("https://x.example","claim")',
    '--1',
  ])('%j cannot be run as a formula', (value) => {
    const [[read] = []] = Papa.parse<string[]>(`${oneCell(value)},end`).data
    expect(read).toBe(`'${value}`)
  })

  test.each(['-5', '-1.25', '0', '12.5', "it's", 'a=b', '0x-1'])('%j is unchanged', (value) => {
    expect(oneCell(value)).toBe(value)
  })
})

describe('the columns of a list', () => {
  const lists = Object.entries({ ...evmApi, ...evmExplorerApi, ...aptosApi, ...aptosExplorerApi }).filter(
    ([, endpoint]) => 'paged' in endpoint,
  )

  test.each(lists)('%s: contain every field of the example', (_, endpoint) => {
    const columns = columnsOf(endpoint)
    const titles = columns.map(({ title }) => title.replace(/ \(UTC\)$/, ''))
    expect(new Set(titles).size).toBe(titles.length)
    const { result } = endpoint.example.output as { result: Record<string, unknown>[] }
    expect(result.length).toBeGreaterThan(0)
    for (const row of result)
      for (const [name, value] of Object.entries(row)) {
        const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
        const cells = columns.filter(({ title }) => title === name || title.split(/[. ]/)[0] === name)
        expect(cells.length, name).toBeGreaterThan(0)
        if (isNested || value === null) continue
        const [{ title = '', cell } = {}] = cells
        const expected = title.endsWith(' (UTC)')
          ? String(value).replace('T', ' ').replace('.000Z', '').replace('Z', '')
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value)
        expect(String(cell?.(row)), title).toBe(expected)
      }
  })

  test("are the same for every row, in the contract's order", () => {
    const { head, rows } = csvWriter(columnsOf(evmApi.walletNftTransfers))
    const [titles = []] = Papa.parse<string[]>(head).data
    expect(titles.slice(0, 3)).toEqual(['block_number', 'block_timestamp (UTC)', 'block_hash'])
    const [cells = []] = Papa.parse<string[]>(rows([{ block_number: '7', surprise: 'more' }])).data
    expect(cells).toEqual(['7', ...Array(titles.length - 1).fill('')])
  })

  test('flatten named fields of an object, and keep deeper values as JSON text', () => {
    const columns = columnsOf(evmApi.walletNfts)
    const row = {
      normalized_metadata: { name: '=1+1', attributes: [{ trait_type: 'a', value: 1 }] },
      last_metadata_sync: '2022-12-08T16:35:11.250Z',
      media: null,
    }
    const cells = Object.fromEntries(columns.map(({ title, cell }) => [title, cell(row)]))
    expect(cells).toMatchObject({
      'normalized_metadata.name': '=1+1',
      'normalized_metadata.attributes': '[{"trait_type":"a","value":1}]',
      'last_metadata_sync (UTC)': '2022-12-08 16:35:11.250',
      'media.status': null,
    })
  })
})
