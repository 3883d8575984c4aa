import { LRUCache } from 'lru-cache'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import type { BlockContents, EvmBlockRecord } from '#lib/evm/block/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'

/** The interface as the hosted service answers it. */
export type HostedInterface = Pick<
  Service<EvmApi>,
  'blockContents' | 'dateToBlock' | 'nativeBalance' | 'tokenMetadata' | 'tokenOwners' | 'transaction' | 'walletTokens'
>

/** A block and its transactions in execution order, without their logs. */
type HostedBlock = { block: EvmBlockRecord; transactions: NativeTransaction[] }

export type ContentsOf = (
  chain: string | undefined,
  numberOrHash: string,
  call: CallContext | undefined,
) => Promise<HostedBlock>

/** Characters of the kept transactions, about 16 MiB. */
const keptMax = 16 * 1024 * 1024
/** A reorg may give a number to another block. */
const numberKeptMs = 10_000
/** Of the fields of a transaction other than its calldata. */
const transactionLength = 1_500

type Blocks = Pick<Service<EvmExplorerApi>, 'evmBlock' | 'evmBlocks' | 'evmBlockTransactions' | 'evmTransactions'>

/** Blocks from `/block/:n` of the interface, which has each block with its transactions, and the newest one from `/dateToBlock`. */
export const hostedBlocks = (
  hosted: Pick<HostedInterface, 'blockContents' | 'dateToBlock'>,
  now: () => number,
): Blocks & { contentsOf: ContentsOf } => {
  const contents = new LRUCache<string, HostedBlock & { readAt: number }>({
    maxSize: keptMax,
    sizeCalculation: ({ transactions }) =>
      transactions.reduce((sum, { input }) => sum + input.length + transactionLength, transactionLength),
  })
  const newest = new Map<string, { hash: string; readAt: number }>()
  const isFresh = (readAt: number): boolean => now() - readAt < numberKeptMs

  const contentsOf: ContentsOf = async (chain, numberOrHash, call) => {
    const key = `${chain} ${numberOrHash}`
    const kept = contents.get(key)
    if (kept && (numberOrHash.startsWith('0x') || isFresh(kept.readAt))) return kept
    const found = withoutLogs(await hosted.blockContents({ chain, block_number_or_hash: numberOrHash }, call))
    for (const place of new Set([numberOrHash, found.block.block_number, found.block.block_hash]))
      contents.set(`${chain} ${place}`, { ...found, readAt: now() })
    return found
  }

  /** The last block until a time, by default the newest one. */
  const lastBlock = async (
    chain: string | undefined,
    date: string | undefined,
    call: CallContext | undefined,
  ): Promise<HostedBlock> => {
    const key = `${chain}`
    const kept = date === undefined ? newest.get(key) : undefined
    if (kept && isFresh(kept.readAt)) return await contentsOf(chain, kept.hash, call)
    const { hash } = await hosted.dateToBlock({ chain, date: date ?? new Date(now()).toISOString() }, call)
    if (date === undefined) newest.set(key, { hash, readAt: now() })
    return await contentsOf(chain, hash, call)
  }

  return {
    contentsOf,
    evmBlock: async ({ chain, block_number_or_hash }, call) => ({
      ...(await contentsOf(chain, block_number_or_hash, call)).block,
      finalized: null,
    }),
    // One block per page: each is a call to the hosted service.
    evmBlocks: async ({ chain, to_date, cursor, from_block, to_block, from_date }, call) => {
      if ((from_block ?? from_date) !== undefined) throw unfiltered('blocks')
      const [number] = cursor === undefined ? [] : readCursor(cursor, /^(\d{1,15})$/)
      const from = number ?? (to_block === undefined ? undefined : String(to_block))
      const { block } = from === undefined ? await lastBlock(chain, to_date, call) : await contentsOf(chain, from, call)
      return { cursor: numberBefore(block), result: [block] }
    },
    evmBlockTransactions: async ({ chain, block_number_or_hash, from_index, limit, cursor }, call) => {
      // The cursor has the hash: a reorg between two pages changes nothing.
      const [size, from, hash] =
        cursor === undefined ? [] : readCursor(cursor, /^(\d{1,3})-(\d{1,7})-(0x[0-9a-f]{64})$/)
      const { block, transactions } = await contentsOf(chain, hash ?? block_number_or_hash, call)
      const start = Number(from ?? from_index ?? 0)
      const end = start + Number(size ?? limit)
      return {
        cursor: end < transactions.length ? `${end - start}-${end}-${block.block_hash}` : null,
        result: transactions.slice(start, end),
      }
    },
    // The rows of one block per page: newest first, then those of its parent.
    evmTransactions: async ({ chain, limit, cursor, ...filters }, call) => {
      if (Object.values(filters).some((filter) => filter !== undefined)) throw unfiltered('transactions')
      const [size, until, place] =
        cursor === undefined ? [] : readCursor(cursor, /^(\d{1,3})-(\d{1,7}|all)-(0x[0-9a-f]{64})$/)
      const { block, transactions } =
        place === undefined ? await lastBlock(chain, undefined, call) : await contentsOf(chain, place, call)
      const end =
        until === undefined || until === 'all' ? transactions.length : Math.min(Number(until), transactions.length)
      const pageSize = Number(size ?? limit)
      const start = Math.max(0, end - pageSize)
      const next = start > 0 ? `${start}-${block.block_hash}` : numberBefore(block) && `all-${block.parent_hash}`
      return { cursor: next && `${pageSize}-${next}`, result: transactions.slice(start, end).reverse() }
    },
  }
}

const unfiltered = (noun: string) =>
  new ServiceError('not_available', `The hosted service does not filter the ${noun} of a chain.`)

const numberBefore = ({ block_number }: EvmBlockRecord): string | null =>
  block_number === '0' ? null : String(BigInt(block_number) - 1n)

/** The parts of a cursor. @throws ServiceError if it is not one of this list. */
const readCursor = (cursor: string, pattern: RegExp): string[] => {
  const parts = pattern.exec(cursor)
  if (!parts) throw badParameter('cursor', 'is not a cursor of this list: send one that was returned for it, unchanged')
  return parts.slice(1)
}

const withoutLogs = (contents: BlockContents): HostedBlock => ({
  block: {
    block_number: contents.number,
    block_hash: contents.hash,
    parent_hash: contents.parent_hash,
    block_timestamp: contents.timestamp,
    miner: contents.miner,
    miner_label: null,
    gas_used: contents.gas_used,
    gas_limit: contents.gas_limit,
    base_fee_per_gas: contents.base_fee_per_gas,
    size: contents.size,
    transaction_count: contents.transactions.length,
  },
  transactions: contents.transactions.map(({ logs: _, ...transaction }) => transaction),
})
