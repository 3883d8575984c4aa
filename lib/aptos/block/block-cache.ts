import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { type AptosBlock, type AptosTransaction, aptosBlock } from '#lib/aptos/api/records.ts'
import { type BlockName, missingBlock } from '#lib/aptos/chain/rpc/ledger-reader.ts'
import type { AptosBlockCacheTable, AptosTables } from '#lib/aptos/chain/tables.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/node-context.ts'
import { packLines, unpackLines } from '#lib/aptos/query/pack-lines.ts'
import { createCacheUpkeep } from '#lib/store/cache-upkeep.ts'
import type { Store } from '#lib/store/store.ts'
import type { AptosBlockApi } from './contract.ts'
import { wholeBlock } from './whole-block.ts'

export type BlockCacheOptions = {
  /** Maximum size of the cached blocks of a chain, compressed. */
  bytesMax?: number
  now?: () => number
  /** Called when the database could not be read or written; responses do not depend on it. */
  onFailure?: (error: unknown) => void
}

/**
 * Cached blocks in the database. Reads return the exact stored values, or undefined; callers share the transactions, and must not
 * change them.
 */
type BlockCache = {
  byHeight(chainId: number, height: number, withTransactions: boolean): Promise<AptosBlock | undefined>
  byVersion(chainId: number, version: number, withTransactions: boolean): Promise<AptosBlock | undefined>
  /** Caches a block after the response was sent: returns at once, and skips it if many are waiting. */
  keep(chainId: number, block: AptosBlock): void
  /** Resolves when all that was given to `keep` is written. */
  settled(): Promise<void>
}

type Row = Pick<AptosBlockCacheTable, 'height' | 'used_at' | 'header' | 'transactions'>

const waitingMax = 16
const usedAtStepSeconds = 3_600
const rowBytes = 200
/** Transactions of blocks that were just read, in characters of their JSON: a page asks for its block several times. */
const unpackedMax = 8_000_000

export const createBlockCache = (store: Store<AptosTables>, options: BlockCacheOptions = {}): BlockCache => {
  const { bytesMax = 268_435_456, now = Date.now, onFailure = () => {} } = options
  const { db } = store
  const seconds = () => Math.floor(now() / 1_000)
  const upkeep = createCacheUpkeep(
    db,
    { name: 'aptos_block_cache', key: ['chain_id', 'height'] },
    { bytesMax, onFailure, waitingMax },
  )

  const unpacked = new LRUCache<string, { header: string; transactions: AptosTransaction[] }>({ maxSize: unpackedMax })

  const blockOf = async (chainId: number, row: Row): Promise<AptosBlock | undefined> => {
    const header: unknown = JSON.parse(row.header)
    const { values, length } = row.transactions ? await unpackLines(row.transactions) : { values: null, length: 0 }
    const block: unknown = { ...Object(header), transactions: values }
    if (!isBlock(block)) return undefined
    if (block.transactions && length > 0 && length <= unpackedMax)
      unpacked.set(
        keyOf(chainId, row.height),
        { header: row.header, transactions: block.transactions },
        { size: length },
      )
    return block
  }

  const read = async (chainId: number, height: number, withTransactions: boolean): Promise<AptosBlock | undefined> => {
    const known = withTransactions ? unpacked.get(keyOf(chainId, height)) : undefined
    const row = await db
      .selectFrom('aptos_block_cache')
      .select(['height', 'used_at', 'header', ...(withTransactions && !known ? (['transactions'] as const) : [])])
      .where('chain_id', '=', chainId)
      .where('height', '=', height)
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (seconds() - row.used_at >= usedAtStepSeconds)
      upkeep.later(1, () => noteUse(db, { chainId, height, seconds: seconds() }))
    if (known === undefined)
      return withTransactions && !row.transactions
        ? undefined
        : blockOf(chainId, { ...row, transactions: row.transactions ?? null })
    const block = known.header === row.header ? await blockOf(chainId, { ...row, transactions: null }) : undefined
    if (block) return { ...block, transactions: known.transactions }
    // The network was reset, and has another block at this height.
    unpacked.delete(keyOf(chainId, height))
    return read(chainId, height, withTransactions)
  }

  const readSafely = async (read: () => Promise<AptosBlock | undefined>): Promise<AptosBlock | undefined> => {
    try {
      return await read()
    } catch (error) {
      onFailure(error)
      return undefined
    }
  }

  const write = async (chainId: number, block: AptosBlock): Promise<void> => {
    const row = await rowOf(chainId, block, seconds())
    // A block that would evict most of the others is not cached.
    if (row.size_bytes > bytesMax / 4) return
    await storeRow(db, row)
    await upkeep.grew(chainId, row.size_bytes)
  }

  return {
    byHeight: (chainId, height, withTransactions) => readSafely(() => read(chainId, height, withTransactions)),
    byVersion: (chainId, version, withTransactions) =>
      readSafely(async () => {
        const height = await heightOfVersion(db, chainId, version)
        return height === undefined ? undefined : read(chainId, height, withTransactions)
      }),
    keep: (chainId, block) => upkeep.later(1, () => write(chainId, block)),
    settled: upkeep.settled,
  }
}

const rowOf = async (chainId: number, block: AptosBlock, usedAt: number): Promise<AptosBlockCacheTable> => {
  const { transactions, ...fields } = block
  const header = JSON.stringify(fields)
  const packed = transactions && (await packLines(transactions))
  return {
    chain_id: chainId,
    height: Number(block.block_height),
    first_version: Number(block.first_version),
    last_version: Number(block.last_version),
    size_bytes: rowBytes + header.length + (packed?.byteLength ?? 0),
    used_at: usedAt,
    header,
    transactions: packed,
  }
}

/** Adds the transactions of a block that was stored without them, and never removes them. */
const storeRow = async (db: Kysely<AptosTables>, row: AptosBlockCacheTable): Promise<void> => {
  await db
    .insertInto('aptos_block_cache')
    .values(row)
    .onConflict((conflict) => {
      const sameBlock = conflict.columns(['chain_id', 'height'])
      return row.transactions ? sameBlock.doUpdateSet(row) : sameBlock.doNothing()
    })
    .execute()
}

/** The height of the cached block with this version. */
const heightOfVersion = async (
  db: Kysely<AptosTables>,
  chainId: number,
  version: number,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('aptos_block_cache')
    .select(['height', 'first_version'])
    .where('chain_id', '=', chainId)
    .where('last_version', '>=', version)
    .orderBy('last_version')
    .limit(1)
    .executeTakeFirst()
  return row && row.first_version <= version ? row.height : undefined
}

const noteUse = async (
  db: Kysely<AptosTables>,
  { chainId, height, seconds }: { chainId: number; height: number; seconds: number },
): Promise<void> => {
  await db
    .updateTable('aptos_block_cache')
    .set({ used_at: seconds })
    .where('chain_id', '=', chainId)
    .where('height', '=', height)
    .execute()
}

const keyOf = (chainId: number, height: number): string => `${chainId} ${height}`

const isBlock = (value: unknown): value is AptosBlock => aptosBlock.safeParse(value).success

type AptosServiceOptions = {
  nodes: NetworkNodes
  /** Cache of blocks; without it, every call goes to the node. */
  cache?: BlockCache
  /** The network of calls without one. */
  defaultNetwork?: AptosNetwork
}

type AptosBlockService = Service<AptosBlockApi>

/**
 * Blocks from a full node. An Aptos block is final at once: every response may be cached forever. @throws
 * ServiceError `not_found` beyond the newest block, `not_available` for a pruned one or a network without a node.
 */
export const createAptosService = (options: AptosServiceOptions): AptosBlockService => {
  const { nodes, cache, defaultNetwork = 'mainnet' } = options

  const block = async (
    network: AptosNetwork | undefined,
    name: BlockName & { number: string },
    withTransactions: boolean,
    signal?: AbortSignal,
  ): Promise<AptosBlock> => {
    const node = nodeOf(nodes, network ?? defaultNetwork)
    const number = Number(name.number)
    if (!Number.isSafeInteger(number)) throw missingBlock(name, 'unknown', await node.ledgerInfo(signal))
    const chainId = await node.chainId(signal)
    const kept =
      name.by === 'height'
        ? await cache?.byHeight(chainId, number, withTransactions)
        : await cache?.byVersion(chainId, number, withTransactions)
    if (kept) return kept
    const asked =
      name.by === 'height'
        ? await node.blockByHeight(number, withTransactions, signal)
        : await node.blockByVersion(number, withTransactions, signal)
    const answer = await wholeBlock(node, asked, withTransactions, signal)
    // What could not be read may be read later.
    if (!answer.transactions?.some(({ raw_reason }) => raw_reason !== undefined)) cache?.keep(chainId, answer)
    return answer
  }

  return {
    blockByVersion: ({ network, version, with_transactions }, context) =>
      block(network, { by: 'version', number: version }, with_transactions, context?.signal),
    blockByHeight: ({ network, block_height, with_transactions }, context) =>
      block(network, { by: 'height', number: block_height }, with_transactions, context?.signal),
  }
}
