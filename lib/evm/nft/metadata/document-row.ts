import { hash } from 'node:crypto'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import type { ParsedDocument } from '#lib/metadata/parse-document.ts'
import { documentBytesMax } from '#lib/metadata/read-document.ts'
import type { FetchFault } from '#lib/outbound/fetch-fault.ts'

/** Result of an attempt to read a token's document. */
export type DocumentResult =
  | { kind: 'document'; uri: string; document: ParsedDocument }
  | { kind: 'fault'; uri: string; fault: FetchFault }
  /** The contract returns no URI. */
  | { kind: 'none' }
  /** Reading it crashed the worker too often. */
  | { kind: 'set aside'; message: string }
  /** Neither the contract nor a host was reached, and neither is to blame; `until` in unix milliseconds. */
  | { kind: 'unheard'; message: string; until?: number }

/** Columns of every change: those that a row requires, and the decision. */
export type TriedRow = Pick<
  NftMetadataRow,
  | 'id'
  | 'chain'
  | 'token_address'
  | 'token_hash'
  | 'token_id'
  | 'created_at'
  | 'updated_at'
  | 'due_at'
  | 'is_wanted'
  | 'failures'
  | 'minted_block'
  | 'error'
  | 'fault'
>

/** Milliseconds after a first failure; each further one doubles them. */
const retryMsFirst = 60_000
const retryMsMax = 24 * 3_600_000
/** After about three weeks there are no further attempts until the contract reports a change or a person requests it. */
const failuresMax = 30
/** Maximum length of searched text; the document itself is stored in full. */
const nameMax = 1_000
const descriptionMax = 10_000

/** The row after a try at `now` (unix milliseconds): the columns that it changes, the same ones for each kind of result. */
export const rowAfter = (row: TriedRow, result: DocumentResult, now: number): TriedRow & Partial<NftMetadataRow> => {
  const done = { ...row, is_wanted: 0, due_at: null, failures: 0, error: null, fault: null } as const
  switch (result.kind) {
    case 'document':
      return {
        ...done,
        updated_at: now,
        token_uri: storedUri(result.uri),
        uri_synced_at: now,
        metadata_synced_at: now,
        ...documentColumns(result.document, result.uri),
      }
    case 'fault': {
      const { fault, message, retryAfterSeconds = 0 } = result.fault
      const failed = fault === 'invalid_url' ? done : postponed(row, now, retryAfterSeconds * 1_000)
      return { ...failed, error: message, fault, token_uri: storedUri(result.uri), uri_synced_at: now }
    }
    case 'set aside':
      return { ...done, error: result.message, fault: 'unsupported_media', uri_synced_at: now }
    case 'none':
      return { ...done, error: noDocumentNamed, uri_synced_at: now }
    case 'unheard':
      if (result.until !== undefined) return { ...row, due_at: result.until, error: result.message }
      return { ...postponed(row, now, 0), error: result.message }
  }
}

export const noDocumentNamed = 'The contract has no metadata URI for this token.'

const postponed = (row: TriedRow, now: number, retryAfterMs: number): TriedRow => {
  const failures = row.failures + 1
  const waitMs = Math.min(retryMsMax, Math.max(retryAfterMs, retryMsFirst * 2 ** Math.min(row.failures, 20)))
  return { ...row, is_wanted: 0, failures, due_at: failures < failuresMax ? now + waitMs : null }
}

/** A URI longer than the maximum size of a document is not stored. */
const storedUri = (uri: string): string | null => (uri.length <= documentBytesMax ? uri.toWellFormed() : null)

const documentColumns = ({ text, value }: ParsedDocument, uri: string) => {
  const { name, description, attributes, image, animation_url } = normalizeMetadata(value, uri)
  const media = image ?? animation_url
  return {
    metadata: text,
    name: cut(name, nameMax),
    description: cut(description, descriptionMax),
    attributes: attributes?.length ? JSON.stringify(attributes) : null,
    media_uri: media,
    media_key: media === null ? null : new Uint8Array(hash('sha256', media, 'buffer')),
  }
}

const cut = (text: string | null, lengthMax: number): string | null =>
  text === null ? null : text.slice(0, lengthMax).toWellFormed()
