import { cutText, neverCutMax } from '#lib/format/cut-texts.ts'

/** No answer other than an export has more bytes, whatever the chain holds: memory, and the turns of others, stay bounded. */
export const answerBytesMax = 2_000_000
/** A page of a list ends before its rows weigh more, and continues with its cursor; a single row is always shown. */
const pageBytesMax = 1_500_000

/** Says what was left out of an answer to keep it within `answerBytesMax`. */
export const shortenedHeader = 'x-spyglass-shortened'

/** A shorter text has few characters that JSON escapes. */
const shortText = 256

/** About the bytes of a value as JSON; bytes are written as hex. */
export const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return textWeight(value)
  if (typeof value !== 'object' || value === null) return 6
  if (value instanceof Uint8Array) return 2 * value.length + 4
  let sum = 2
  if (Array.isArray(value)) for (const item of value) sum += weightOf(item) + 1
  else for (const [name, item] of Object.entries(value)) sum += name.length + 4 + weightOf(item)
  return sum
}

const textWeight = (text: string): number =>
  Buffer.byteLength(text.length <= shortText ? text : JSON.stringify(text)) + 3

/** How many of these, in their order, weigh no more than a page may: at least one of several. */
export const fittingCount = <Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number = weightOf,
  bytesMax = pageBytesMax,
): number => {
  let left = bytesMax
  const end = items.findIndex((item) => {
    left -= bytesOf(item)
    return left < 0
  })
  return end === -1 ? items.length : Math.max(1, end)
}

/** Lists of rows, of which none is left out. A list without a name is the answer itself. */
const rowLists = new Set(['', 'result', 'rows', 'records'])

/** Of the mark at the end of a cut text, and its quotes. */
const endBytes = 8

/** An answer, and one phrase on what was left out of it, if something was. */
type Fitted<Value> = { value: Value; shortened?: string }

/** Where texts would have to be shorter than this, lists are what makes an answer too large. */
const leastCut = 4_000

/**
 * An answer of at most `bytesMax` bytes of JSON. What is too large has its longest texts cut to one length, so that they end in
 * `…`; where long lists are the cause, those inside it end early, and the other texts stay whole if they can. The rows of a list all
 * stay: whoever reads on by its cursor must not miss a row.
 */
export const fitAnswer = <Value>(answer: Value, bytesMax: number): Fitted<Value> => {
  const whole = weightOf(answer)
  if (whole <= bytesMax) return { value: answer }
  const texts = longTexts(answer).sort((a, b) => a - b)
  const room = bytesMax - whole + texts.reduce((sum, bytes) => sum + bytes, 0)
  const textMax = shareOf(room, texts)
  if (textMax >= leastCut)
    return { value: cutLongTexts(answer, textMax) as Value, shortened: `texts longer than ${textMax} bytes are cut` }
  const notes = new Set<string>()
  return { value: endEarly(answer, bytesMax, notes) as Value, shortened: [...notes].join('; ') }
}

const longTexts = (value: unknown): number[] => {
  if (typeof value === 'string') return value.length > neverCutMax ? [textWeight(value)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(longTexts) : []
}

/** The length to which the longest are cut, so that all together take no more than `room`. */
const shareOf = (room: number, ascending: readonly number[]): number => {
  let left = room
  for (const [index, bytes] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index))
    if (bytes > share) return share
    left -= bytes
  }
  return left
}

const cutLongTexts = (value: unknown, bytesMax: number): unknown => {
  if (typeof value === 'string') {
    if (value.length <= neverCutMax) return value
    const bytes = textWeight(value)
    return bytes <= bytesMax ? value : cutText(value, Math.floor((value.length * (bytesMax - endBytes)) / bytes))
  }
  if (Array.isArray(value)) return value.map((item) => cutLongTexts(item, bytesMax))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutLongTexts(item, bytesMax)]))
}

/** The fields share the room, the light ones first; a list or a text inside is as long as it fits. */
const endEarly = (value: unknown, bytesMax: number, notes: Set<string>, name = ''): unknown => {
  if (weightOf(value) <= bytesMax) return value
  if (typeof value !== 'object' || value === null) {
    notes.add('long texts are cut')
    return cutLongTexts(value, Math.max(neverCutMax, bytesMax))
  }
  if (Array.isArray(value) && !rowLists.has(name)) {
    let left = bytesMax
    const end = value.findIndex((item) => {
      left -= weightOf(item) + 1
      return left < 0
    })
    const shown = Math.max(1, end)
    notes.add(`${shown} of ${value.length} ${name}`)
    return value.slice(0, shown).map((item) => endEarly(item, bytesMax, notes, name))
  }
  const parts = Object.entries(value).map(([key, item]) => ({ key, item, bytes: weightOf(item) + key.length + 4 }))
  const share = shareOf(
    bytesMax,
    parts.map(({ bytes }) => bytes).sort((a, b) => a - b),
  )
  const ended = parts.map(({ key, item }) => [key, endEarly(item, share - key.length - 4, notes, key)] as const)
  return Array.isArray(value) ? ended.map(([, item]) => item) : Object.fromEntries(ended)
}
