import type { Kysely } from 'kysely'
import { type Clock, repeat, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { DecodingRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { Store } from '#lib/store/store.ts'
import { redecodeBlocks } from './redecode-blocks.ts'

export const readDecoding = (db: Kysely<EvmTables>, chain: number): Promise<DecodingRow | undefined> =>
  db.selectFrom('evm_decodings').selectAll().where('chain', '=', chain).executeTakeFirst()

const writeDecoding = async (db: Kysely<EvmTables>, row: DecodingRow): Promise<void> => {
  const { chain: _, ...columns } = row
  await db
    .insertInto('evm_decodings')
    .values(row)
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(columns))
    .execute()
}

/** The range from the lowest to the highest stored block of a chain. */
const storedSpan = async (db: Kysely<EvmTables>, chain: number): Promise<BlockRange | undefined> => {
  const row = await db
    .selectFrom('evm_intervals')
    .select(({ fn }) => [fn.min('first_block').as('first'), fn.max('last_block').as('last')])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined
}

/** The newest consecutive stored blocks up to `last`: at most `blocksMax`, with about `logsMax` logs. */
const nextBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  last: number,
  { blocksMax, logsMax }: { blocksMax: number; logsMax: number },
): Promise<BlockRange | undefined> => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'log_count'])
    .where('chain', '=', chain)
    .where('number', '<=', last)
    .orderBy('number', 'desc')
    .limit(blocksMax)
    .execute()
  const [newest] = rows
  if (!newest) return undefined
  let first = newest.number
  let logs = newest.log_count
  for (const { number, log_count } of rows.slice(1)) {
    logs += log_count
    if (number !== first - 1 || logs > logsMax) break
    first = number
  }
  return { first, last: newest.number }
}

/** The share of stored blocks decoded again, in whole per cent; null when done. */
export const decodingPercent = (row: DecodingRow | undefined): number | null => {
  if (!row || row.version >= decoderVersion) return null
  const { first_block, next_block, last_block } = row
  if (first_block === null || next_block === null || last_block === null) return 0
  return Math.floor((100 * (last_block - next_block)) / Math.max(1, last_block - first_block + 1))
}

type RedecodeOptions = {
  clock?: Clock
  /** The maximum of blocks, and the approximate maximum of logs, per transaction. */
  blocksMax?: number
  logsMax?: number
  version?: number
}

const reportEveryMs = 30_000
/** Rests as long as it works, so that following the chain and reading pages continue undisturbed. */
const restPerWork = 1

/**
 * Decodes the stored logs of one chain again if an older version of the program stored them, from the newest block
 * down, a few blocks at a time, until all are done or `signal` ends it. A restart continues where it was. Never throws.
 */
export const redecodeChain = async (
  store: Store<EvmTables>,
  chain: number,
  log: Log,
  { signal, options = {} }: { signal: AbortSignal; options?: RedecodeOptions },
): Promise<void> => {
  const { clock = systemClock, blocksMax = 500, logsMax = 4_000, version = decoderVersion } = options
  let reportedAt = Number.NEGATIVE_INFINITY

  const report = (row: DecodingRow): void => {
    if (clock.now() - reportedAt < reportEveryMs) return
    reportedAt = clock.now()
    log.info({ chain, ...progressOf(row) }, 'decoding the stored logs again after an update')
  }

  /** Whether there is more to do. */
  const step = async (): Promise<boolean> => {
    const row = (await readDecoding(store.db, chain)) ?? { ...notDecoded, chain }
    if (row.version >= version) return false
    if (row.next_block === null) return await begin(row)
    report(row)
    const blocks = await nextBlocks(store.db, chain, row.next_block, { blocksMax, logsMax })
    const mendedRows = row.mended_rows + (blocks ? await redecodeBlocks(store, chain, blocks) : 0)
    if (blocks && blocks.first > (row.first_block ?? 0)) {
      await writeDecoding(store.db, { ...row, next_block: blocks.first - 1, mended_rows: mendedRows })
      return true
    }
    await writeDecoding(store.db, { ...notDecoded, chain, version, mended_rows: mendedRows })
    log.info({ chain, mendedRows }, 'decoded all stored logs again')
    return false
  }

  /** Blocks that arrive from now on are decoded as they are stored. */
  const begin = async (row: DecodingRow): Promise<boolean> => {
    const span = await storedSpan(store.db, chain)
    if (span)
      await writeDecoding(store.db, { ...row, first_block: span.first, next_block: span.last, last_block: span.last })
    else await writeDecoding(store.db, { ...row, version })
    return span !== undefined
  }

  await repeat(
    async () => {
      const startedAt = clock.now()
      const hasMore = await step()
      if (hasMore) await clock.wait((clock.now() - startedAt) * restPerWork, signal)
      return hasMore
    },
    { signal, clock, onFailure: logFailures(log, { chain }, 'decoding stored logs again failed') },
  )
}

const notDecoded = { version: 0, first_block: null, next_block: null, last_block: null, mended_rows: 0 }

const progressOf = ({ first_block, next_block, last_block, mended_rows }: DecodingRow) => ({
  nextBlock: next_block,
  firstBlock: first_block,
  lastBlock: last_block,
  mendedRows: mended_rows,
})
