/** A page of rows. */
export type RowsPage<Row> = {
  result: readonly Row[]
  cursor: string | null
  /** `SYNCING` while older rows are still being indexed. */
  status?: unknown
  /** What the whole list covers. */
  sentence?: string | undefined
}

/** The part of a response that a list reads. */
export type ListAnswer<Item> = { result: readonly Item[]; cursor: string | null; status?: unknown }

/** What a list keeps of a response. */
export type KeptParts<Item, Row> = {
  row: (item: Item) => Row
  /** A sentence about the whole list, shown above its rows and fetched again with them. A method: it may read further fields of its response. */
  sentence?(answer: ListAnswer<Item>): string
}

/** The page as a list shows it: without the fields that no column shows. */
export const listPage = <Item, Row>(list: KeptParts<Item, Row>, answer: ListAnswer<Item>): RowsPage<Row> => ({
  result: answer.result.map(list.row),
  cursor: answer.cursor,
  status: answer.status,
  sentence: list.sentence?.(answer),
})

export const isSyncing = (pages: readonly RowsPage<unknown>[]): boolean =>
  pages.some(({ status }) => status === 'SYNCING')
