/** A token's document as stored: JSON text that PostgreSQL can store and every client can parse. */
export type ParsedDocument = { text: string; value: unknown }

const depthMax = 64

/**
 * Parses an untrusted document. An image or film in place of JSON becomes a document that refers to it. Undefined if it
 * is neither JSON nor media, such as an HTML error page. `{id}` is replaced where the standard says so.
 */
export const parseDocument = (
  { contentType, body, uri }: { contentType: string; body: Uint8Array; uri: string },
  substitute: (text: string) => string = (text) => text,
): ParsedDocument | undefined => {
  if (/^image\//.test(contentType)) return documentOf({ image: uri })
  if (/^(video|audio)\//.test(contentType)) return documentOf({ animation_url: uri })
  const text = textOf(body)
  if (text === undefined) return undefined
  try {
    // JSON.parse has no depth limit, but JSON.stringify of a deep value overflows the stack.
    const value: unknown = JSON.parse(substitute(text))
    return typeof value === 'object' && value !== null && depthOf(value, depthMax) <= depthMax
      ? documentOf(value)
      : undefined
  } catch {
    return undefined
  }
}

const documentOf = (value: object): ParsedDocument => {
  // An escaped NUL or half a surrogate pair is valid JSON, but neither stored text nor strict clients accept them.
  const text = JSON.stringify(value)
    // Every escape is consumed once, so that an escaped backslash before a `u` is not mistaken for one.
    .replaceAll(/\\(?:u([0-9a-f]{4})|.)/gi, (written, unit = '') => {
      if (unit === '0000') return ''
      return /^d[89a-f]/i.test(unit) ? '\uFFFD' : written
    })
  return { text, value: JSON.parse(text) }
}

const textOf = (body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}

/** The nesting depth of a value, counted up to one beyond `max`. */
const depthOf = (value: unknown, max: number): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (max < 0) return 1
  let deepest = 0
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, max - 1))
  return deepest + 1
}
