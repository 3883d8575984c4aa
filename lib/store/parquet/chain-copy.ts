import type { JobRow } from '#lib/store/jobs/jobs-table.ts'
import type { Store } from '#lib/store/store.ts'
import type { MovedRow } from './chain-rows.ts'
import type { ChainTable } from './chain-tables.ts'
import type { RowsDigest } from './rows-digest.ts'

/** What of a chain is in a database. */
export type CopiedChain = {
  /** The name in URLs, and the id under which its rows are stored. */
  name: string
  id: number
  /** Beginnings of the names of its tables. */
  tables: readonly string[]
  jobKinds: readonly string[]
  settings: readonly string[]
  /** Columns with numbers that the target may have given to rows of other chains. All are raised by the same number. */
  serials: Readonly<Record<string, string>>
  /** Makes what is derived from the copied rows. */
  derive?: (target: Store<unknown>) => Promise<void>
  /** Deletes what `derive` made, before the rows are deleted. */
  underive?: (target: Store<unknown>) => Promise<void>
}

export type RowPages = AsyncIterable<readonly MovedRow[]>

/** What is copied besides rows. */
export type ChainExtras = { settings: Readonly<Record<string, string>>; jobs: readonly JobRow[] }

/** Where a chain is read. */
export type ChainSource = {
  readonly tables: readonly ChainTable[]
  rows(table: ChainTable): RowPages
  extras(): Promise<ChainExtras>
  digest(table: ChainTable): Promise<RowsDigest>
  /** Why the copied rows can differ, and what to do then. */
  readonly ifDifferent: string
}

/** Where a chain is written. Nothing uses it before `release`. */
export type ChainTarget = {
  /** @throws CopyFault if it has something of the chain that may not be replaced. */
  begin(tables: readonly ChainTable[]): Promise<void>
  fill(table: ChainTable, pages: RowPages): Promise<void>
  complete(extras: ChainExtras): Promise<void>
  /** Of the rows as they are in the source. */
  digest(table: ChainTable): Promise<RowsDigest>
  release(digests: ReadonlyMap<string, RowsDigest>): Promise<void>
}

export type OnTable = (table: string, digest: RowsDigest) => void

export type CopyCounts = { tables: number; rows: number }

/** Why a chain cannot be exported or imported, for the operator. */
export class CopyFault extends Error {
  override readonly name = 'CopyFault'
}

/** Copies a chain and compares its rows by hash; the source stays as it is. @throws CopyFault if the rows differ. */
export const copyChain = async (
  source: ChainSource,
  target: ChainTarget,
  onTable: OnTable = () => {},
): Promise<CopyCounts> => {
  await target.begin(source.tables)
  for (const table of source.tables) await target.fill(table, source.rows(table))
  await target.complete(await source.extras())
  const digests = new Map<string, RowsDigest>()
  let rows = 0
  for (const table of source.tables) {
    const [here, there] = [await source.digest(table), await target.digest(table)]
    if (here.count !== there.count || here.hash !== there.hash)
      throw new CopyFault(`${table.name} ${source.ifDifferent} (${here.count} rows, ${there.count} copied)`)
    digests.set(table.name, here)
    onTable(table.name, here)
    rows += here.count
  }
  await target.release(digests)
  return { tables: digests.size, rows }
}
