import * as z from 'zod'
import { count, decimal, flag, record, text } from '#lib/api/record.ts'

const total = count().nullable().describe('The number of matching records with `disable_total=false`; otherwise null.')
const pageFrom0 = count().describe('Number of this page, from 0.')
const pageFrom1 = count().describe('Number of this page, from 1.')
const pageSize = count().describe('The page size in force.')
const cursor = text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.')
const blockExists = flag().describe('Whether the requested block, or any block of the requested range, is known.')
const indexComplete = flag().describe('Whether the whole requested range is indexed.')
const status = z
  .enum(['SYNCED', 'SYNCING'])
  .describe('`SYNCED` if every block that could contain a record is indexed; `SYNCING` while records may be missing.')

export const nftTransferPage = <Item extends z.ZodType>(item: Item) =>
  record({
    total,
    page: pageFrom0,
    page_size: pageSize,
    cursor,
    result: z.array(item),
    block_exists: blockExists,
    index_complete: indexComplete,
  })

export const searchPage = <Item extends z.ZodType>(item: Item) =>
  record({ total, page: pageFrom0, page_size: pageSize, cursor, result: z.array(item) })

export const ownedNftPage = <Item extends z.ZodType>(item: Item) =>
  record({ total, page: pageFrom1, page_size: pageSize, cursor, result: z.array(item), status })

/** Some servers of this interface leave `status` out; this one sends it. */
export const contractNftPage = <Item extends z.ZodType>(item: Item) =>
  record({ total, page: pageFrom0, page_size: pageSize, cursor, result: z.array(item), status: status.optional() })

export const transactionPage = <Item extends z.ZodType>(item: Item) =>
  record({ total, page_size: pageSize, page: pageFrom1, cursor, result: z.array(item) })

/** Without a total. */
export const verbosePage = <Item extends z.ZodType>(item: Item) =>
  record({ page_size: pageSize, page: pageFrom1, cursor, result: z.array(item) })

/** ERC20 lists, and those of the explorer: nothing but the cursor and the records. */
export const plainPage = <Item extends z.ZodType>(item: Item) => record({ cursor, result: z.array(item) })

/** A list with filters that no index covers: a request examines a bounded number of rows. */
export const searchedPage = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor,
    searched_to_block: decimal().optional().describe('With filters: the last block that was searched for this page.'),
    result: z.array(item),
  })
