import { describe, expect, test } from 'vitest'
import type { Label } from '#components/labels/stored/label.ts'
import { labelsCsv, labelsJson, readLabelFile } from '#components/labels/stored/label-file.ts'

const wallet = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`
const label = (index: number, change: Partial<Label> = {}): Label => ({
  kind: 'wallet',
  chain: 'eth',
  subject: wallet(index),
  label: `Name ${index}`,
  note: '',
  isWatched: false,
  updatedAt: Date.UTC(2026, 1, 3, 4, 5, 6, 789),
  ...change,
})

/** Names that spreadsheets, parsers and pages trip over. */
const hostile = [
  '=1+1',
  "'=1+1",
  "''=1+1",
  "'",
  "''",
  "'quoted'",
  '+41 79',
  '-5',
  '-5a',
  '@SUM(A1)',
  '＝1',
  'a,b',
  'say "so"',
  '"',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '__proto__',
  'yes',
  'ünïcödé 🌻',
  'عربي',
  'a;b\\c',
  '#labels=x',
]
const all: Label[] = [
  ...hostile.map((text, index) => label(index, { label: text, note: hostile.at(-1 - index) ?? '' })),
  label(100, { label: '', isWatched: true }),
  label(101, { kind: 'token', subject: `${wallet(101)}/${'9'.repeat(78)}`, isWatched: true }),
  label(102, { kind: 'transaction', subject: `0x${'ab'.repeat(32)}` }),
  label(103, { kind: 'collection', chain: 'aptos', subject: 'cd'.repeat(32) }),
  label(104, { kind: 'wallet', chain: 'aptos-testnet', subject: `0x${'ef'.repeat(32)}`, note: 'a note' }),
  label(105, { kind: 'transaction', chain: 'aptos', subject: '18446744073709551615' }),
]

describe('label files', () => {
  test('are read back exactly, in both formats', () => {
    for (const text of [labelsCsv(all), labelsJson(all)])
      expect(readLabelFile(text)).toEqual({ labels: all, faults: [] })
  })

  test('contain no CSV cell that runs as a formula', () => {
    const cells = labelsCsv(all)
      .split('\r\n')
      .flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
      .map((cell) => cell.replace(/^"/, ''))
    expect(cells.length).toBeGreaterThan(hostile.length * 7)
    expect(cells.filter((cell) => /^[=+@\t＝＋－＠]|^-(?!\d+$)/.test(cell))).toEqual([])
  })

  test('with invalid rows name their lines and return them unchanged; the others are read', () => {
    const text = [
      'subject,label,chain,kind,remark',
      `${wallet(1)},"two`,
      `lines",eth,wallet,`,
      `${wallet(2)},good,eth,wallet,x`,
      '',
      `${wallet(3)},good,eth,spaceship,x`,
      `nobody,good,eth,wallet,x`,
      `${wallet(4).toUpperCase().replace('0X', '0x')}, also good ,ETH,wallet`,
      `${wallet(5)},a‮b,eth,wallet,`,
      `${wallet(6)},${'x'.repeat(65)},eth,wallet,`,
      `${wallet(7)},,eth,wallet,`,
      `${wallet(8)},bad chain,../eth,wallet,`,
    ].join('\r\n')
    const { labels, faults } = readLabelFile(text)
    expect(labels.map(({ subject, label }) => [subject, label])).toEqual([
      [wallet(2), 'good'],
      [wallet(4), 'also good'],
    ])
    expect(faults.map(({ place }) => place)).toEqual([2, 6, 7, 9, 10, 11, 12].map((line) => `Line ${line}`))
    expect(faults[1]).toEqual({
      place: 'Line 6',
      fault: 'the kind is not one of wallet, collection, token, transaction',
      text: `${wallet(3)},good,eth,spaceship,x`,
    })
  })

  test('with invalid JSON entries name them; invalid JSON is reported', () => {
    const { labels, faults } = readLabelFile(
      JSON.stringify({ labels: [null, 7, { ...JSON.parse(labelsJson([label(1)])).labels[0] }, { kind: 'wallet' }] }),
    )
    expect(labels).toEqual([label(1)])
    expect(faults.map(({ place }) => place)).toEqual(['Entry 1', 'Entry 2', 'Entry 4'])
    expect(readLabelFile('{"labels": [').faults[0]?.place).toBe('The file')
    expect(readLabelFile('{"labels": 4}').faults[0]?.fault).toContain('labels')
    expect(readLabelFile('hello').faults[0]?.fault).toContain('columns')
    expect(readLabelFile('').faults).toHaveLength(1)
  })
})
