import { type Label, readLabel } from './label.ts'

/** Browsers never send what follows `#`. */
const fragmentStart = '#labels='

/** Limits of a link: characters of the fragment, unpacked bytes, labels. */
const linkCharactersMax = 24_000
const unpackedBytesMax = 200_000
const linkLabelsMax = 200

const throughStream = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of readAll(new Blob([bytes]).stream().pipeThrough(stream))) {
    size += chunk.byteLength
    // A small text may unpack to anything.
    if (size > bytesMax) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Streams are not iterable in every browser. */
const readAll = async function* (stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** The URL fragment with these labels, without the watch list; or the reason that it cannot be made. */
export const labelFragment = async (labels: readonly Label[]): Promise<string | { fault: string }> => {
  const named = labels.filter(({ label, note }) => label !== '' || note !== '')
  if (named.length === 0) return { fault: 'None of them has a label or a note.' }
  if (named.length > linkLabelsMax)
    return { fault: `A link can contain at most ${linkLabelsMax} labels: select fewer.` }
  const rows = named.map(({ kind, chain, subject, label, note }) => [
    kind,
    chain,
    subject,
    label,
    ...(note ? [note] : []),
  ])
  const json = new TextEncoder().encode(JSON.stringify([1, rows]))
  const packed = await throughStream(json, new CompressionStream('deflate-raw'), unpackedBytesMax)
  const fragment = packed && json.byteLength <= unpackedBytesMax ? `${fragmentStart}${base64Url(packed)}` : ''
  return fragment !== '' && fragment.length <= linkCharactersMax
    ? fragment
    : { fault: 'These labels are too long for a link: select fewer, or save them as a file.' }
}

/** The labels of a fragment, and the number of invalid entries; undefined if it cannot be parsed at all. */
export const labelsOfFragment = async (fragment: string): Promise<{ labels: Label[]; unread: number } | undefined> => {
  if (!fragment.startsWith(fragmentStart) || fragment.length > linkCharactersMax) return
  try {
    const packed = bytesOf(fragment.slice(fragmentStart.length))
    const bytes = await throughStream(packed, new DecompressionStream('deflate-raw'), unpackedBytesMax)
    const given: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!bytes || !Array.isArray(given) || given[0] !== 1 || !Array.isArray(given[1])) return
    const rows: unknown[] = given[1].slice(0, linkLabelsMax)
    const read = rows.map((row) => {
      const [kind, chain, subject, label, note] = Array.isArray(row) ? row : []
      return readLabel({ kind, chain, subject, label, note })
    })
    const labels = read.filter((label) => typeof label !== 'string')
    return { labels, unread: given[1].length - labels.length }
  } catch {
    return
  }
}
