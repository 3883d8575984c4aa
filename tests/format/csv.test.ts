import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvText } from '#lib/format/csv.ts'

test('a spreadsheet reads every cell back unchanged', () => {
  const rows = [
    ['pasted', 'facts'],
    ['0xab', 'a, "quoted"\nline'],
    ['', ' spaces '],
    ['-12.5', 'ünïcode 🔭'],
  ]
  expect(Papa.parse<string[]>(csvText(rows), { skipEmptyLines: true }).data).toEqual(rows)
})

test.each(['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx', '＝1+1', '=HYPERLINK("http://x.example","y")'])(
  '%j is not run as a formula',
  (cell) => expect(Papa.parse<string[]>(csvText([[cell]])).data[0]).toEqual([`'${cell}`]),
)
