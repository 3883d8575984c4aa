import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { repeat } from '#lib/base/retry.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { DecodingRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { Store } from '#lib/store/store.ts'
import { redecodeBlocks } from './redecode-blocks.ts'
import { nextBlocks, readDecoding, storedSpan, writeDecoding } from './stored-decoding.ts'

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
