import { csvText } from '#lib/format/csv.ts'
import type { PastedThing } from '#lib/recognise/pasted.ts'
import { candidateTitle } from '#lib/recognise/recognise.ts'
import type { LookUp } from './use-look-ups.ts'

/** A line of an export: an item once, or once per match. */
export type PastedRow = {
  pasted: string
  /** `found`, `looking`, `not found`, `failed`, `not recognised`. */
  state: string
  what: string
  chain: string
  facts: string
  /** ISO 8601. */
  time: string
  link: string
}

const columns = ['pasted', 'state', 'what', 'chain', 'facts', 'time', 'link'] as const satisfies (keyof PastedRow)[]

const stateWords = { absent: 'not found', unread: 'not recognised', looking: 'looking', failed: 'failed' } as const

/** The kinds that an item's format allows: `Transaction, Block or Aptos account`. */
export const readings = ({ candidates }: PastedThing): string => {
  const titles = [...new Set(candidates.map(candidateTitle))]
  return titles.length < 2 ? (titles[0] ?? '') : `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`
}

/** `origin` goes before each link: `https://explorer.example`. */
export const rowsOf = (thing: PastedThing, lookUp: LookUp, origin: string): PastedRow[] => {
  const pasted = thing.text
  if (lookUp.state === 'found')
    return lookUp.findings.map(({ title, place, path, words, iso = '', when }) => ({
      ...{ pasted, state: 'found', what: title, chain: place },
      ...{ facts: when && iso ? `${words}, ${when}` : words, time: iso, link: origin + path },
    }))
  const facts = 'reason' in lookUp ? lookUp.reason : ''
  return [{ pasted, state: stateWords[lookUp.state], what: readings(thing), chain: '', facts, time: '', link: '' }]
}

export const rowsAsCsv = (rows: readonly PastedRow[]): string =>
  csvText([columns, ...rows.map((row) => columns.map((column) => row[column]))])

export const rowsAsJson = (rows: readonly PastedRow[]): string => `${JSON.stringify(rows, null, 2)}\n`

/** Tab-separated cells for pasting into a spreadsheet, with formulas escaped as in a file. */
export const rowsAsText = (rows: readonly PastedRow[]): string =>
  rows.map((row) => columns.map((column) => row[column].replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
