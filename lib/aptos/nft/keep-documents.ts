import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runDueWork } from '#lib/indexing/run-due-work.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { type DocumentSources, readDocument } from '#lib/metadata/parse-document.ts'
import { type FetchFault, withHostRests } from '#lib/outbound/fetch-fault.ts'
import { setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import {
  type AptosDocumentResult,
  type ChangedDocument,
  type DueDocument,
  documentRowAfter,
  dueDocuments,
  uriOfDocument,
  writeDocuments,
} from './document-row.ts'

export type KeepDocumentsOptions = WorkerOptions & {
  /** Documents that are read at a time. */
  atOnce?: number
}

/**
 * Reads requested documents of tokens and collections, of every network, until `signal` ends it. Failures are retried
 * with growing delays. Never throws.
 */
export const keepDocuments = async (
  store: Store<AptosTables & MediaTables>,
  sources: DocumentSources,
  log: WarningLog,
  { signal, options = {} }: { signal: AbortSignal; options?: KeepDocumentsOptions },
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, atOnce = 12 } = options
  const resting = { ...sources, outbound: withHostRests(sources.outbound, now) }
  const changeOf = (taken: DueDocument, result: AptosDocumentResult): ChangedDocument => ({
    taken,
    row: documentRowAfter(taken, result, now()),
  })
  const write = (changes: readonly ChangedDocument[], alongside?: Alongside<ChangedDocument>) =>
    writeDocuments(store, changes, now(), alongside)

  await runDueWork<DueDocument, ChangedDocument>(
    {
      due: (countMax) => dueDocuments(store.db, now(), countMax),
      hashOf: ({ document_key }) => document_key,
      rowOf: ({ taken }) => taken,
      run: async (taken) => {
        const result = await tryDocument(taken, store, resting, signal)
        return signal.aborted ? undefined : changeOf(taken, result)
      },
      // A row that the database refuses is postponed on its own.
      write: async (changes, alongside) => {
        try {
          await write(changes, alongside)
        } catch (error) {
          if (isServiceError(error)) throw error
          for (const change of changes)
            await write([change], alongside).catch(() => write([changeOf(change.taken, unstored)], alongside))
        }
      },
      asSetAside: (taken) => changeOf(taken, { fault: 'unsupported_media', message: setAsideWords }),
      sizeOf: ({ row }) => 1_024 + (row.metadata?.length ?? 0) + (row.media_uri?.length ?? 0),
      onFailure: logFailures(log, {}, 'reading documents of Aptos tokens failed'),
    },
    options.attempts?.of(0, 'aptos-documents'),
    { clock, signal, atOnce, pollMs },
  )
}

const tryDocument = async (
  { document_key }: DueDocument,
  { db }: Store<AptosTables>,
  sources: DocumentSources,
  signal: AbortSignal,
): Promise<AptosDocumentResult> => {
  try {
    const uri = (await uriOfDocument(db, document_key)) ?? ''
    const read = await readDocument(uri, undefined, sources, signal)
    return 'document' in read ? { ...read, uri } : read
  } catch {
    // A document that no rule foresaw must not stop the others.
    return unread
  }
}

const unread: FetchFault = { fault: 'temporarily_unavailable', message: 'The document could not be read.' }
const unstored: FetchFault = { fault: 'temporarily_unavailable', message: 'The document could not be stored.' }
