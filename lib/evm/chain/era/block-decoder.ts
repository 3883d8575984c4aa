import { availableParallelism } from 'node:os'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { scriptUrl } from '#lib/process/script-url.ts'
import { createThreadPool, ThreadFailed, type ThreadPool } from '#lib/process/thread-pool.ts'
import type { BlocksAnswer, BlocksOrder } from './decode-blocks.ts'
import { EraFault } from './era-fault.ts'
import type { EraBlock, EraFile } from './era-file.ts'

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
export const createBlockDecoder = (file: EraFile, chainId: number, threads: EraThreads): Decode => {
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
