/** Whether a text is an SVG document: the root element may follow a declaration, comments and a document type. Single pass. */
export const isSvg = (text: string): boolean => {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const start = afterBlanks(text, at)
    const next = afterProlog(text, start)
    if (next === undefined) return root.test(text.slice(start, start + rootLength))
    at = next
  }
}

const root = /^<svg[\s>/]/i
const rootLength = '<svg '.length
const doctype = '<!doctype'

const afterBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isBlank(text.charAt(at))) at += 1
  return at
}

const isBlank = (character: string): boolean => character.trim() === ''

/** After the part of a prolog that starts at `at`; undefined if none starts, or where it does not end. */
const afterProlog = (text: string, at: number): number | undefined => {
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (text.startsWith('<!--', at)) return after(text, '-->', at + '<!--'.length)
  return text.slice(at, at + doctype.length).toLowerCase() === doctype
    ? afterDoctype(text, at + doctype.length)
    : undefined
}

const after = (text: string, end: string, from: number): number | undefined => {
  const at = text.indexOf(end, from)
  return at < 0 ? undefined : at + end.length
}

/** ` svg PUBLIC "…" "…" [ … ]>`; the part in brackets may be missing. */
const afterDoctype = (text: string, from: number): number | undefined => {
  const name = afterBlanks(text, from)
  if (name === from || text.slice(name, name + 3).toLowerCase() !== 'svg') return undefined
  const end = text.indexOf('>', name)
  if (end < 0) return undefined
  // Not to the end of the text: each of many types would search all that follows.
  const subset = text.slice(name, end).indexOf('[')
  if (subset < 0) return end + 1
  const subsetEnd = after(text, ']', name + subset)
  if (subsetEnd === undefined) return undefined
  const close = afterBlanks(text, subsetEnd)
  return text.charAt(close) === '>' ? close + 1 : undefined
}
