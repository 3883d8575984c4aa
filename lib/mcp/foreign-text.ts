/**
 * Text written by strangers (names, symbols, labels, metadata, sources, reasons of a revert), as a model may read it: without
 * characters that hide or reorder what follows. Joiners go too, as between the parts of an emoji: they have no width.
 */
const hidden = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|(?![\n\t])\p{Cc}/gu
const separators = /[\p{Zl}\p{Zp}]/gu

/** Of names: longer ones are no names. */
const nameMax = 64
/** Of other texts, such as calldata or a description. */
const longTextMax = 514

const nameFields = /(?:^|_)(?:name|symbol|label|title|method|event)$/

/** The visible characters of a text of several lines, such as a source. */
export const shownText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replace(separators, '\n').replace(hidden, '')

const onOneLine = (text: string): string => shownText(text).replace(/\s+/g, ' ').trim()

/** The first characters of a text; `…` says that there are more. */
const beginning = (text: string, max: number): string => {
  if (text.length <= max) return text
  const characters = [...text.slice(0, 2 * max + 2)]
  return characters.length <= max && text.length <= 2 * max + 2 ? text : `${characters.slice(0, max).join('')}…`
}

export type Shown<Value> = { value: Value; isCut: boolean }

/**
 * An answer with every text in it cleaned, keys of maps too. Names end after 64 characters, other texts after `textMax`;
 * `isCut` is true where one of the latter did.
 */
export const shownValue = <Value>(value: Value, textMax: number = longTextMax): Shown<Value> => {
  let isCut = false
  const show = (part: unknown, field: string): unknown => {
    if (typeof part === 'string') {
      if (nameFields.test(field)) return beginning(onOneLine(part), nameMax)
      const text = beginning(shownText(part), textMax)
      isCut ||= text.endsWith('…') && !part.endsWith('…')
      return text
    }
    if (Array.isArray(part)) return part.map((item) => show(item, field))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [beginning(onOneLine(key), nameMax), show(item, key)]),
    )
  }
  return { value: show(value, '') as Value, isCut }
}
