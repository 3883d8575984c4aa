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

export const textWeight = (text: string): number =>
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
