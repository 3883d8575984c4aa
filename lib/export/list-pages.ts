import { setImmediate as afterOthers } from 'node:timers/promises'
import { type Coverage, completeHeader, coverageHeaders } from '#lib/api/coverage.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { readListPage } from '#lib/api/list-page.ts'
import { ServiceError } from '#lib/base/errors.ts'

export type ExportedPage = {
  rows: readonly Record<string, unknown>[]
  /** The start of the next page; null on the last one. */
  cursor: string | null
  /** Completeness, as headers. */
  coverageHeaders: Record<string, string>
  /** False when rows may be missing because they are not indexed. */
  isIndexed: boolean
}

/** Requests one page with the endpoint's parameters. `coveredBy` receives its coverage. */
export type FetchPage = (parameters: RawParameters, coveredBy: (coverage: Coverage) => void) => Promise<unknown>

/** The most that every list gives. */
const pageSize = 100

/**
 * The pages of a list one after the other, each requested only when needed. Between pages other work gets a turn,
 * because reading the embedded database blocks the process.
 */
export async function* listPages(ask: FetchPage, parameters: RawParameters): AsyncGenerator<ExportedPage, void> {
  let { cursor } = parameters
  for (;;) {
    let coverage: Coverage | undefined
    const output = await ask({ ...parameters, limit: pageSize, disable_total: true, cursor }, (reported) => {
      coverage = reported
    })
    const page = pageOf(output, coverage)
    // A source that repeats itself would fill a disk.
    if (page.cursor !== null && page.cursor === cursor)
      throw new ServiceError('upstream_failed', 'The source of this list repeats a page.')
    yield page
    if (page.cursor === null) return
    cursor = page.cursor
    await afterOthers()
  }
}

const pageOf = (output: unknown, coverage: Coverage | undefined): ExportedPage => {
  const { result, cursor } = readListPage(output)
  const headers = coverageHeaders(coverage, output)
  return {
    rows: result,
    cursor,
    coverageHeaders: headers,
    isIndexed: headers[completeHeader] !== 'false',
  }
}
