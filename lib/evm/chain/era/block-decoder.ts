import { availableParallelism } from 'node:os'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool } from '#lib/process/thread-pool.ts'
import type { Store } from '#lib/store/store.ts'
import type { BlocksAnswer, BlocksOrder } from './decode-blocks.ts'
import type { EraBlock, EraFile } from './era-file.ts'
import { EraFault } from './rlp-items.ts'

export type EraThreads = ThreadPool<BlocksOrder, BlocksAnswer>

/** One core writes. Recovering the senders is most of the work, and takes any number of others. */
const decodingThreads = Math.max(1, availableParallelism() - 1)

/** Of one order, unless a single block has more. */
const orderBytesMax = 256 * 1024
const orderBlocksMax = 250
/** An order of small transactions has some thousands. */
const limitMs = 120_000

export const createEraThreads = (threadsMax: number = decodingThreads): EraThreads =>
  createThreadPool({ threadsMax, limitMs, file: () => scriptUrl('./decode-blocks-thread.ts', import.meta.url) })

type Decode = (blocks: readonly EraBlock[]) => AsyncGenerator<EvmBlock[]>

/** Reads blocks of a file in order, decoded and checked, up to the first that is wrong. Some are decoded ahead. @throws EraFault */
const createBlockDecoder = (file: EraFile, chainId: number, threads: EraThreads): Decode => {
  const send = async (blocks: readonly EraBlock[]): Promise<BlocksAnswer> => {
    const bytes = await file.read(blocks)
    const positions = blocks.map(({ number, hash }) => ({ number, hash }))
    return await threads.run({ chainId, bytes, blocks: positions }, [bytes.buffer])
  }
  return async function* (blocks) {
    const orders = ordersOf(blocks)
    const ahead: Promise<BlocksAnswer>[] = []
    for (let next = 0; next < orders.length || ahead.length > 0; ) {
      while (ahead.length < decodingThreads + 2 && next < orders.length) {
        const answer = send(orders[next++] ?? [])
        // It is awaited in its turn; until then, its failure must not end the process.
        answer.catch(() => {})
        ahead.push(answer)
      }
      const answer = await ahead.shift()?.catch(faultOf)
      if (answer === undefined) return
      yield answer.blocks
      if (answer.fault !== undefined) throw new EraFault(answer.fault)
    }
  }
}

const faultOf = (error: unknown): BlocksAnswer => {
  if (error instanceof EraFault) return { blocks: [], fault: error.message }
  if (error instanceof ThreadFailed)
    return { blocks: [], fault: `its blocks could not be decoded: the thread ${error.message}` }
  throw error
}

const bytesOf = (blocks: readonly EraBlock[]): number => blocks.reduce((sum, { bytes }) => sum + bytes, 0)

const ordersOf = (blocks: readonly EraBlock[]): EraBlock[][] => {
  const orders: EraBlock[][] = []
  for (const block of blocks) {
    const order = orders.at(-1)
    const isFull = order && (order.length >= orderBlocksMax || bytesOf(order) + block.bytes > orderBytesMax)
    if (order && !isFull) order.push(block)
    else orders.push([block])
  }
  return orders
}

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
