import { useCallback } from 'react'
import { type Absent, addPage } from './absent.ts'
import { useGrown } from './use-grown.ts'
import { usePageWindow } from './use-page-window.ts'

type Listed<Row> = { rows: (Row | Absent)[]; keys: Set<string> }

const copyListed = <Row>(before?: Listed<Row>): Listed<Row> => ({
  rows: before?.rows.slice() ?? [],
  keys: before?.keys ?? new Set(),
})

const resultOf = <Row>({ result }: { result: readonly Row[] }): readonly Row[] => result

/**
 * The rows of an infinite list, each once by its key: what changed between two answers may be in both, and its newest state is
 * the first. `see` is for the table that shows them.
 */
export const useListed = <Row extends object>(
  options: Parameters<typeof usePageWindow>[0],
  pages: readonly { result: readonly Row[] }[],
  keyOf: (row: Row) => string,
) => {
  const withPage = useCallback(
    (grown: Listed<Row>, page: (typeof pages)[number], index: number) => {
      addPage(grown.rows, page, index, (held) =>
        resultOf(held).filter((row) => {
          const isNew = !grown.keys.has(keyOf(row))
          grown.keys.add(keyOf(row))
          return isNew
        }),
      )
      return grown
    },
    [keyOf],
  )
  const { rows } = useGrown(pages, copyListed<Row>, withPage)
  return { rows, see: usePageWindow(options, pages.length) }
}
