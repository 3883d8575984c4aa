/** Joiners and variation selectors may be part of a name, as between the parts of an emoji. */
const invisible = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
const joiners = /\u200C|\u200D|\uFE0E|\uFE0F/g

const opening = `"'\`<([{“‘„«‹`
const closing = `"'\`>)]},;.:!?…”’“»›`

/** Text without zero widths, byte order marks, soft hyphens, marks of direction and control characters; breaks stay. */
export const visibleText = (text: string): string => text.replace(invisible, '')

/** An id, number or link as it is copied: without invisible characters, and without quotes, brackets and punctuation round it. */
export const withoutWrapping = (text: string): string => {
  const visible = visibleText(text).replace(joiners, '')
  let [start, end] = [0, visible.length]
  while (start < end && isRound(visible.charAt(start), opening)) start += 1
  while (start < end && isRound(visible.charAt(end - 1), closing)) end -= 1
  return visible.slice(start, end)
}

const isRound = (character: string, marks: string): boolean => marks.includes(character) || /\s/.test(character)
