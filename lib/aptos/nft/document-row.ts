import { hash } from 'node:crypto'
import type { NormalizedMetadata } from '#lib/api/token-metadata.ts'
import type { AptosDocumentRow } from '#lib/aptos/chain/tables.ts'
import { afterFault } from '#lib/media/media-row.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import type { ParsedDocument } from '#lib/metadata/parse-document.ts'
import type { FetchFault } from '#lib/outbound/fetch-fault.ts'

/** The state that decides the next step of a row. */
export type DueDocument = Pick<AptosDocumentRow, 'document_key' | 'status' | 'failures'> & { due_at: number }

/** Result of an attempt. */
export type AptosDocumentResult = { document: ParsedDocument; uri: string } | FetchFault

export type TriedDocument = Omit<AptosDocumentRow, 'document_key' | 'uri'>

/** Lists read the image URI of each of their rows: one with the image inside must not be larger. */
const mediaUriMax = 64 * 1024
const nameMax = 1_000
const descriptionMax = 10_000
const linkMax = 2_048
const attributesLengthMax = 64 * 1024

/** The key of a URI's document, and of its media. */
export const uriKey = (uri: string): Uint8Array => new Uint8Array(hash('sha256', uri, 'buffer'))

/** The columns of a row after a try at `now` (unix milliseconds). */
export const documentRowAfter = (row: DueDocument, result: AptosDocumentResult, now: number): TriedDocument => {
  if (!('document' in result)) return { ...nothing, ...afterFault(row, result, now) }
  const metadata = normalizeMetadata(result.document.value, result.uri)
  const media = metadata.image ?? metadata.animation_url
  const isTooLong = media !== null && media.length > mediaUriMax
  const media_uri = isTooLong ? null : media
  return {
    ...{ status: 'success', updated_at: now, due_at: null, failures: 0 },
    error: isTooLong ? 'The image inside the document is larger than 64 KiB.' : null,
    media_uri,
    media_key: media_uri === null ? null : uriKey(media_uri),
    metadata: JSON.stringify(bounded(metadata)),
  }
}

const nothing = { media_uri: null, media_key: null, metadata: null }

/** The document is untrusted: what is stored and shown of it is limited. */
const bounded = ({ name, description, attributes, ...links }: NormalizedMetadata): NormalizedMetadata => ({
  name: cut(name, nameMax),
  description: cut(description, descriptionMax),
  animation_url: short(links.animation_url),
  external_link: short(links.external_link),
  image: short(links.image),
  attributes: withinLength(attributes ?? []),
})

const cut = (text: string | null, lengthMax: number): string | null =>
  text === null ? null : text.slice(0, lengthMax).toWellFormed()

/** A URI is whole or left out. */
const short = (uri: string | null): string | null => (uri !== null && uri.length <= linkMax ? uri : null)

const withinLength = (attributes: NonNullable<NormalizedMetadata['attributes']>) => {
  let length = 0
  return attributes.filter((attribute) => {
    length += JSON.stringify(attribute).length
    return length <= attributesLengthMax
  })
}
