import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { createBlockDecoder, type EraThreads } from './block-decoder.ts'
import { EraFault } from './era-fault.ts'
import type { EraFile } from './era-file.ts'

export type EraImportOptions = {
  chainId: number
  threads: EraThreads
  /** Ends the import after the transaction that is open. */
  signal: AbortSignal
  onProgress?: (progress: EraProgress) => void
}

/** Blocks and transactions of this import, and blocks of the file that were stored before it. */
export type EraProgress = { blocks: number; transactions: number; storedBefore: number }

/** Of one database transaction. */
const blocksMax = 1_000
const transactionsMax = 5_000

/**
 * Stores the blocks of a file that are not stored, with all derived rows. Everything before a block that is refused stays stored: it was
 * verified. @throws EraFault
 */
export const importEraFile = async (
  store: Store<EvmTables>,
  file: EraFile,
  { chainId, threads, signal, onProgress = () => {} }: EraImportOptions,
): Promise<EraProgress> => {
  await refuseOtherHistory(store, file, chainId)
  const index = createEvmRangeIndex(store, chainId)
  const head = await headAfter(store, chainId, file.last.number)
  const whole = { first: file.first.number, last: file.last.number }
  const missing = subtractRanges([whole], await readIntervals(store.db, chainId))
  const progress = { blocks: 0, transactions: 0, storedBefore: file.blocks.length - countBlocks(missing) }
  const decoded = createBlockDecoder(file, chainId, threads)

  let waiting: EvmBlock[] = []
  let transactions = 0
  const write = async (): Promise<void> => {
    if (waiting.length === 0) return
    await index.appendRange(waiting, head)
    progress.blocks += waiting.length
    progress.transactions += transactions
    waiting = []
    transactions = 0
    onProgress(progress)
  }
  const add = async (blocks: readonly EvmBlock[]): Promise<void> => {
    waiting.push(...blocks)
    for (const block of blocks) transactions += block.transactions.length
    if (waiting.length >= blocksMax || transactions >= transactionsMax) await write()
  }
  for (const { first, last } of missing) {
    const start = first - whole.first
    try {
      for await (const blocks of decoded(file.blocks.slice(start, start + last - first + 1))) {
        await add(blocks)
        if (signal.aborted) return progress
      }
    } catch (error) {
      if (error instanceof EraFault) await write()
      throw error
    }
    await write()
  }
  return progress
}

/** The index must have the same blocks, where it has any. */
const refuseOtherHistory = async (store: Store<EvmTables>, file: EraFile, chainId: number): Promise<void> => {
  const { first, last } = file
  const stored = await linksBetween(store.db, chainId, first.number - 1, last.number + 1)
  const before = stored.get(first.number - 1)
  const after = stored.get(last.number + 1)
  const other = file.blocks.find(({ number, hash }) => (stored.get(number)?.hash ?? hash) !== hash)
  const place =
    before && before.hash !== first.parentHash
      ? first.number
      : (other?.number ?? (after && after.parentHash !== last.hash ? last.number : undefined))
  if (place !== undefined)
    throw new EraFault(`block ${place} does not match the blocks that are stored: it is of another chain`)
}

/** What is known of the head is kept. Blocks of these files are final. */
const headAfter = async (store: Store<EvmTables>, chainId: number, last: number) => {
  const row = await readChainRow(store.db, chainId)
  return { latest: Math.max(row?.head_latest ?? 0, last), finalized: Math.max(row?.final_block ?? 0, last) }
}
