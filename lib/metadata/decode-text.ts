import { isUtf8 } from 'node:buffer'

/**
 * The text of an untrusted document: by its byte order mark, then by the charset that its host names, then UTF-8 if its
 * bytes are that, UTF-16 if every other byte of its start is zero, and otherwise windows-1252, as browsers do.
 */
export const decodeText = (body: Uint8Array, charset: string | undefined): string => {
  const marked = markOf(body)
  if (marked) return new TextDecoder(marked).decode(body)
  const named = charset && !/^utf-?8$/i.test(charset) ? decoderOf(charset) : undefined
  if (named) return named.decode(body)
  const wide = wideOf(body)
  if (wide) return new TextDecoder(wide).decode(body)
  return new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252').decode(body)
}

const markOf = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** JSON starts with a character of ASCII, so that half of its first bytes are zero. */
const wideOf = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : undefined
}

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
