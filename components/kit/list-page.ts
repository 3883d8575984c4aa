/** A page of rows. */
export type ListPage<Row> = {
  result: readonly Row[]
  cursor: string | null
  /** `SYNCING` while older rows are still being indexed. */
  status?: string
}

/** The part of a response that a list reads. */
export type Answer<Item> = { result: readonly Item[]; cursor: string | null; status?: unknown }

/** The page as a list shows it: without the fields that no column shows. */
export const listPage = <Item, Row>(
  { row }: { row: (item: Item) => Row },
  { result, cursor, status }: Answer<Item>,
): ListPage<Row> => ({ result: result.map(row), cursor, ...(typeof status === 'string' && { status }) })

export const isSyncing = (pages: readonly ListPage<unknown>[]): boolean =>
  pages.some(({ status }) => status === 'SYNCING')
