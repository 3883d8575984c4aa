/** The limit of the column, and of what a list can show. */
const bytesMax = 255
/** Maximum length examined: the rest is never shown. */
const bytesRead = 4 * bytesMax

/** Scripts that are written with joiners between their letters. */
const joined = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Mong', 'Orya', 'Sinh', 'Syrc', 'Taml', 'Telu']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F`

/** Invisible or text-reordering characters: controls, bidi marks, zero widths; joiners within words and emoji stay. */
const invisible = new RegExp(
  [
    String.raw`[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u{FFF9}-\u{FFFB}]`,
    String.raw`(?<![${joined}])[\u200C\u200D](?<![${emoji}]\u200D)`,
    String.raw`[\u200C\u200D](?![${joined}\p{Extended_Pictographic}])`,
    String.raw`(?<!\p{Emoji})[\uFE0E\uFE0F]`,
    String.raw`(?![\u200C\u200D\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * The displayable text of a contract's bytes: without invisible characters, at most 255 bytes of UTF-8. Null if nothing
 * is left; `invalid` for bytes that are not UTF-8.
 */
export const plainText = (bytes: Uint8Array): string | null | 'invalid' => {
  const text = decoded(bytes.subarray(0, bytesRead), bytes.length > bytesRead)
  if (text === undefined) return 'invalid'
  const visible = text.replace(breaks, ' ').replace(invisible, '').trim()
  return cut(visible) || null
}

/** Undefined for bytes that are not UTF-8. The last character of a part may be incomplete. */
const decoded = (bytes: Uint8Array, isPart: boolean): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPart })
  } catch {
    return undefined
  }
}

const isTrimmed = /[\s\u200C\u200D]/

/** Truncates between characters. */
const cut = (text: string): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax))
  if (read === text.length) return text
  let end = read
  while (end > 0 && isTrimmed.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
