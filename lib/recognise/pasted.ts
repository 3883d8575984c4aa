import type { Candidate } from '#lib/format/recogniser.ts'
import { withoutLeading, withoutTrailing } from '#lib/format/trim-characters.ts'
import { linesOfJson } from './pasted-json.ts'
import { pastedCharactersMax, pastedThingsMax } from './pasted-limits.ts'
import { recognise } from './recognise.ts'
import { recognisers } from './recognisers.ts'
import { hexFault, shortAptosDigitsMax, unreadReason } from './unread-reason.ts'

/** One thing of a pasted text: the words as they were pasted, and what they may be. */
export type PastedThing = {
  text: string
  /** Empty where nothing is recognised; then `reason` says why. The likeliest first. */
  candidates: Candidate[]
  reason?: string
}

export type Pasted = {
  /** In the order of the text, none twice. */
  things: PastedThing[]
  /** How many things stood there again. */
  repeated: number
  /** Recognised things beyond `thingsMax`. */
  leftOut: number
  /** Lines without anything recognised that are not among `things`. */
  unreadLeftOut: number
  /** The text is longer than `pastedCharactersMax`: only its beginning was read. */
  isCut: boolean
}

/** Of all things, lines in which nothing is recognised: they must not crowd out what is. */
const unreadMax = 40
const shownMax = 200

/**
 * What may be something: a link, a path of an explorer's page, hex with or without a chain's name before it, a number after a
 * word that says what it counts. Every repetition is bounded or begins where nothing before it could: long lines stay cheap.
 */
const pattern = new RegExp(
  [
    String.raw`https?:\/\/[^\s"'\`<>()[\]{},;|\\]{1,2000}`,
    String.raw`(?<![\w.@/-])(?:[\w-]{1,63}\.){1,4}[a-z]{2,12}\/[^\s"'\`<>()[\]{},;|\\]{1,2000}`,
    String.raw`(?<![\w./-])\/[\w-]{1,40}\/(?:[\w-]{1,40}\/)?(?:0x)?[0-9a-f]{1,64}(?:\/\d{1,78})?(?![\w])`,
    String.raw`(?<![\w.-])[a-z][a-z0-9-]{1,31}:\s?0x[0-9a-z]{1,2000}`,
    '(?<![0-9a-z])0x[0-9a-z]{1,2000}',
    '(?<![0-9a-z])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])',
    String.raw`(?<![\w.-])(?:block|height|version|txn|blocks?[ _-]?(?:number|height|no)\.?)["']?\s{0,3}[:=#]?\s{0,3}["']?#?\d[\d,_]{0,25}(?![\w.]\w)`,
    String.raw`(?<![\w.-])[a-z][a-z0-9-]{1,31}:\d{1,20}(?![\w.:])`,
  ].join('|'),
  'gi',
)

/** A number as people group it; a space or comma elsewhere parts two numbers. */
const groupedNumber = /^#?\d{1,3}(?:[,_' ]\d{3})+$/
const plainNumbers = /^(?:#?\d+(?:[\s,;]+|$))+$/

/** The word before a number decides what it counts: `version 12` is no block, `height 12` is one on either system. */
const numbered = (word: string, candidates: Candidate[]): Candidate[] => {
  const counted = word.toLowerCase().match(/^[a-z]+/)?.[0] ?? ''
  const meant = recognisers.flatMap(({ numberWords }) => numberWords?.[counted] ?? [])
  if (meant.length > 0) return candidates.filter(({ kind }) => meant.includes(kind))
  return candidates.filter(({ kind }) => kind.endsWith('-block'))
}

/** What one match of the pattern is; undefined for hex of no account, such as an amount, within other words. */
const thingOf = (text: string, isAlone: boolean): PastedThing | undefined => {
  if (/^(?:[\w-]+\.|https?:|\/)/i.test(text)) {
    const candidates = recognise(text)
    return candidates.length > 0 ? { text, candidates } : undefined
  }
  const numberAt = text.search(/\d/)
  const [word, number] = [text.slice(0, Math.max(0, numberAt)), text.slice(numberAt)]
  if (/^(block|height|version|txn)/i.test(word) && /^\d[\d,_]*$/.test(number)) {
    const candidates = numbered(word, recognise(withoutTrailing(number, ',_')))
    return candidates.length > 0 ? { text: withoutTrailing(text, ',_'), candidates } : undefined
  }
  const [, hex] = /^0x([0-9a-z]+)$/i.exec(text.slice(text.lastIndexOf(':') + 1).trim()) ?? []
  // A name before a colon that is no chain's: `from:0x…`.
  const candidates = recognise(text)
  const bare = hex === undefined ? text : `0x${hex}`
  const read = candidates.length > 0 ? { text, candidates } : { text: bare, candidates: recognise(bare) }
  if (hex === undefined) return read.candidates.length > 0 ? read : undefined
  const fault = /[g-z]/i.test(hex) ? unreadReason(bare) : hexFault(hex.length)
  if (!isAlone && (fault ? hex.length < 30 || hex.length > 80 : hex.length <= shortAptosDigitsMax)) return undefined
  return fault ? { text: bare, candidates: [], reason: fault } : read
}

/** Each number is recognised once: a line may be one number many thousand times. */
const numbersOf = (line: string): PastedThing[] => {
  const read = new Map<string, PastedThing>()
  return (line.match(/\d+/g) ?? []).map((text) => {
    const thing = read.get(text) ?? thingOfNumber(text)
    read.set(text, thing)
    return thing
  })
}

const thingOfNumber = (text: string): PastedThing => {
  const candidates = recognise(text)
  return candidates.length > 0
    ? { text, candidates }
    : { text: text.slice(0, shownMax), candidates, reason: unreadReason(text) }
}

/** The things of one line; one without any is a thing itself, of no kind. */
const thingsOfLine = (line: string): PastedThing[] => {
  const trimmed = withoutTrailing(withoutLeading(line.trim(), `[("'<{`), `])"'>},;.`)
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return []
  const whole = /\s/.test(trimmed) && !groupedNumber.test(trimmed) ? [] : recognise(trimmed)
  const isHex = /^(?:0x)?[0-9a-f]+$/i.test(trimmed)
  if (whole.length > 0 && !isHex && (!/[,;|]/.test(trimmed) || groupedNumber.test(trimmed)))
    return [{ text: trimmed, candidates: whole }]
  if (plainNumbers.test(trimmed)) return numbersOf(trimmed)
  // A chain of two words before a colon, as `bsc testnet:0x…`.
  const spaced = /^[a-z]{2,12} [a-z]{2,12}:\s?\S+$/i.test(trimmed) ? recognise(trimmed) : []
  if (spaced.length > 0) return [{ text: trimmed, candidates: spaced }]
  const found = [...trimmed.matchAll(pattern)].flatMap(([text]) => {
    const clean = withoutTrailing(text, '.:')
    return thingOf(clean, clean.length === trimmed.length) ?? []
  })
  return found.length > 0
    ? found
    : [{ text: trimmed.slice(0, shownMax), candidates: [], reason: unreadReason(trimmed) }]
}

/** The same thing under another spelling has the same key. */
const keyOf = ({ text, candidates }: PastedThing): string =>
  candidates.length === 0 ? text : candidates.map((one) => [one.kind, one.chain, one.value, one.tokenId].join()).join()

/** Columns of a table whose head says that their numbers are blocks: read as if the word stood in every cell. */
const blockColumn = (head: string): { at: number; separator: string } | undefined => {
  const separator = ['\t', ',', ';', '|'].find((one) => head.includes(one))
  if (separator === undefined || /\d/.test(head)) return undefined
  const at = head.split(separator).findIndex((cell) => /^["'\s]*block[ _]?(no|number|height)?["'\s]*$/i.test(cell))
  return at < 0 ? undefined : { at, separator }
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/)
  const [head = '', ...rows] = lines
  const column = blockColumn(head)
  if (column)
    return rows.map((row) => {
      const cells = row.split(column.separator)
      const number = /^["'\s]*(\d{1,20})["'\s]*$/.exec(cells[column.at] ?? '')?.[1]
      return number ? cells.with(column.at, ` block ${number} `).join(column.separator) : row
    })
  return lines.flatMap((line) => linesOfJson(line) ?? [line])
}

/**
 * What a pasted text holds: lines, cells of tables, JSON, log lines, in any mixture. Bounded by `pastedThingsMax` and
 * `pastedCharactersMax`; what is left out is counted.
 */
export const readPasted = (whole: string): Pasted => {
  const isCut = whole.length > pastedCharactersMax
  const text = isCut ? whole.slice(0, pastedCharactersMax) : whole
  const json = linesOfJson(text)
  const seen = new Set<string>()
  const things: PastedThing[] = []
  const counts = { repeated: 0, leftOut: 0, unread: 0, read: 0 }
  for (const line of json ?? linesOf(text))
    for (const thing of thingsOfLine(line)) {
      const isRead = thing.candidates.length > 0
      // A document's other fields are its own matter.
      if (!isRead && json && !/hex digit/.test(thing.reason ?? '')) continue
      const key = keyOf(thing)
      if (seen.has(key)) counts.repeated += 1
      else if (isRead ? counts.read < pastedThingsMax : counts.unread < unreadMax) things.push(thing)
      if (!seen.has(key)) counts[isRead ? 'read' : 'unread'] += 1
      seen.add(key)
    }
  return bounded(things, counts, isCut)
}

const bounded = (
  all: readonly PastedThing[],
  { repeated, read, unread }: { repeated: number; read: number; unread: number },
  isCut: boolean,
): Pasted => {
  // What is recognised has the first claim on the places.
  let places = pastedThingsMax - Math.min(read, pastedThingsMax)
  const things = all.filter(({ candidates }) => candidates.length > 0 || places-- > 0)
  const shown = things.filter(({ candidates }) => candidates.length > 0).length
  return { things, repeated, leftOut: read - shown, unreadLeftOut: unread - (things.length - shown), isCut }
}
