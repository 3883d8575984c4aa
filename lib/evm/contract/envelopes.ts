import * as z from 'zod'
import { count, flag, record, text } from '#lib/api/record.ts'

/** The number of all matching records, counted only when `disable_total=false` asks for it. */
const total = () => count().nullable()
/** Null on the last page. */
const nextCursor = () => text().nullable()

/** `SYNCING` while a contract of the request is still being indexed: the answer may then lack records. */
export const syncStatus = z.enum(['SYNCED', 'SYNCING'])

/** E1, E7: pages are counted from 0. */
export const nftTransferPage = <Item extends z.ZodType>(item: Item) =>
  record({
    total: total(),
    page: count(),
    page_size: count(),
    cursor: nextCursor(),
    result: z.array(item),
    block_exists: flag(),
    index_complete: flag(),
  })

/** E3: pages are counted from 0. */
export const countedPage = <Item extends z.ZodType>(item: Item) =>
  record({ total: total(), page: count(), page_size: count(), cursor: nextCursor(), result: z.array(item) })

/** E6, E9 (pages counted from 1). */
export const nftPage = <Item extends z.ZodType>(item: Item) =>
  record({
    total: total(),
    page: count(),
    page_size: count(),
    cursor: nextCursor(),
    result: z.array(item),
    status: syncStatus,
  })

/** E5 (pages counted from 0): some servers of this interface leave `status` out; this one sends it. */
export const contractNftPage = <Item extends z.ZodType>(item: Item) =>
  record({
    total: total(),
    page: count(),
    page_size: count(),
    cursor: nextCursor(),
    result: z.array(item),
    status: syncStatus.optional(),
  })

/** E4: pages are counted from 1. */
export const transactionPage = <Item extends z.ZodType>(item: Item) =>
  record({ total: total(), page_size: count(), page: count(), cursor: nextCursor(), result: z.array(item) })

/** E2: pages are counted from 1, and there is no total at all. */
export const verbosePage = <Item extends z.ZodType>(item: Item) =>
  record({ page_size: count(), page: count(), cursor: nextCursor(), result: z.array(item) })

/** E8, E10, E11, and the lists of the explorer: nothing but the cursor and the records. */
export const plainPage = <Item extends z.ZodType>(item: Item) => record({ cursor: nextCursor(), result: z.array(item) })
