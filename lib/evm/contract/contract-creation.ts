import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmInternalCall, EvmTransaction } from '#lib/evm/chain/block.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { createStateCache } from '#lib/evm/query/caches/state-cache.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractEndpoints, EvmContractCreation } from './contract.ts'
import { needsNodeForContracts } from './contract-state.ts'

/** Where a contract comes from. Without a transaction in the genesis block, or if the call was not found. */
type FoundCreation = {
  block: Pick<EvmBlock, 'number' | 'timestamp'>
  transaction: { hash: Hex; creator: Hex; factory: Hex | null } | undefined
  /** Why the transaction is missing. */
  note: string | null
}

/** Transactions of one block that are traced for it. */
const tracedMax = 20
const creates: ReadonlySet<string> = new Set(['CREATE', 'CREATE2', 'CREATE3'])

type Context = Pick<EvmQueryContext, 'node'>

/**
 * Finds the first block up to `last` after which an address has code, by halving, and the transaction in it that created the
 * contract. @throws not_available if the node does not keep old states; `last` must have the code.
 */
const searchCreation = async (
  context: Context,
  chain: ServedChain,
  address: Hex,
  { last, signal }: { last: number; signal: AbortSignal },
): Promise<FoundCreation> => {
  const { code, findBlock } = context.node
  if (!code || !findBlock) throw needsNodeForContracts(chain)
  let [low, high] = [0, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await code(chain, address, { number: middle }, signal)) === '0x') low = middle + 1
    else high = middle
  }
  const block = await findBlock(chain, high, signal)
  if (!block)
    return { block: { number: high, timestamp: 0 }, transaction: undefined, note: 'The node does not have the block.' }
  if (high === 0) return { block, transaction: undefined, note: 'It is part of the genesis block.' }
  return await creatingTransaction(context, chain, block, { address, signal })
}

const creatingTransaction = async (
  { node }: Context,
  chain: ServedChain,
  block: EvmBlock,
  { address, signal }: { address: Hex; signal: AbortSignal },
): Promise<FoundCreation> => {
  const direct = block.transactions.find(({ contractAddress, status }) => contractAddress === address && status !== 0)
  if (direct) return { block, transaction: { hash: direct.hash, creator: direct.from, factory: null }, note: null }
  const likely = likelyFirst(block.transactions, address)
  for (const { hash, from } of likely.slice(0, tracedMax)) {
    const calls = await tracedCalls(node, chain, hash, signal)
    if (calls === undefined)
      return {
        block,
        transaction: undefined,
        note: 'A contract created it; finding the call requires a node that traces transactions.',
      }
    const creation = calls.find(({ type, to, isUndone }) => creates.has(type) && to === address && !isUndone)
    if (creation) return { block, transaction: { hash, creator: from, factory: creation.from }, note: null }
  }
  const note =
    likely.length > tracedMax
      ? `The creating call was not found in ${tracedMax} of the ${likely.length} transactions of its block that were traced.`
      : 'The creating call was not found in the transactions of its block.'
  return { block, transaction: undefined, note }
}

/** Undefined where the node does not trace. */
const tracedCalls = async (
  { internalCalls }: Context['node'],
  chain: ServedChain,
  hash: Hex,
  signal: AbortSignal,
): Promise<readonly EvmInternalCall[] | undefined> => {
  try {
    return await internalCalls?.(chain, hash, signal)
  } catch (error) {
    if (signal.aborted || !isServiceError(error, 'not_available')) throw error
    return undefined
  }
}

/** Those that name the address in their logs or input come first; without gas for a creation, none can contain it. */
const likelyFirst = (transactions: readonly EvmTransaction[], address: Hex): EvmTransaction[] => {
  const digits = address.slice(2)
  const rank = ({ logs, input }: EvmTransaction): number => {
    if (logs.some((log) => log.address === address)) return 0
    return input.includes(digits) ||
      logs.some(({ data, topics }) => [data, ...topics].some((one) => one.includes(digits)))
      ? 1
      : 2
  }
  return transactions
    .filter(({ status, gasUsed }) => status !== 0 && gasUsed > 53_000n)
    .map((transaction) => ({ transaction, rank: rank(transaction) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ transaction }) => transaction)
}

/** Whether a search failed because the node does not keep old states. */
const lacksOldStates = (error: unknown): boolean =>
  isRefusal(error, 'missing_data') || isRefusal(error, 'unsupported') || isRefusal(error, 'invalid')

/** The indexed transaction that created a contract. */
const indexedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<FoundCreation | undefined> => {
  const row = await creationRow(db, chain, address)
  if (!row) return undefined
  const { number, timestamp } = row
  return {
    block: { number, timestamp },
    transaction: { hash: toHex(row.hash), creator: toHex(row.from_address), factory: null },
    note: null,
  }
}

/** What an earlier search found. */
const storedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<FoundCreation | undefined> => {
  const row = await db
    .selectFrom('evm_contract_creations')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  if (!row) return undefined
  const { transaction_hash, creator, factory } = row
  return {
    block: { number: row.block_number, timestamp: row.block_timestamp },
    transaction:
      transaction_hash && creator
        ? { hash: toHex(transaction_hash), creator: toHex(creator), factory: factory && toHex(factory) }
        : undefined,
    note: row.block_number === 0 ? 'It is part of the genesis block.' : null,
  }
}

/** Keeps what a search found in a final block. */
const keepCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
  { block, transaction }: FoundCreation,
): Promise<void> => {
  const found = {
    block_number: block.number,
    block_timestamp: block.timestamp,
    transaction_hash: transaction ? toBytes(transaction.hash) : null,
    creator: transaction ? toBytes(transaction.creator) : null,
    factory: transaction?.factory ? toBytes(transaction.factory) : null,
  }
  await db
    .insertInto('evm_contract_creations')
    .values({ chain, address: toBytes(address), ...found })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(found))
    .execute()
}

/** Each takes some 25 requests to a node, one after the other. */
const searchesAtOnce = 2
const waitingMax = 20
const searchMs = 20_000
const foundMax = 5_000

type Source = EvmContractCreation['source']

/** Where a contract comes from: by the index, by an earlier search, or by searching the node. */
export const contractCreationQuery = (
  context: EvmQueryContext,
): Service<typeof contractEndpoints>['evmContractCreation'] => {
  const atOnce = pLimit(searchesAtOnce)
  const searches = createStateCache<FoundCreation>({ weightMax: foundMax, timeoutMs: searchMs })
  const { db } = context.store

  const search = async (chain: ServedChain, address: Hex, signal: AbortSignal | undefined): Promise<FoundCreation> => {
    const { number, hash } = await stateBlockOf(context, chain, undefined)
    if (!context.node.code) throw needsNodeForContracts(chain)
    if ((await context.node.code(chain, address, { number, hash }, signal)) === '0x')
      throw new ServiceError('not_found', `${address} is no contract on ${chain.title}.`)
    if (atOnce.pendingCount >= waitingMax)
      throw new ServiceError('not_available', 'Too many searches are waiting.', { retryAfterSeconds: 10 })
    // The block belongs to the key: after a reorg, or on a reset devnet, an earlier result says nothing.
    return await searches.read(
      `${chain.id} ${hash} ${address}`,
      (limit) => atOnce(() => searchAndKeep(chain, address, number, limit)),
      signal,
    )
  }

  const searchAndKeep = async (
    chain: ServedChain,
    address: Hex,
    last: number,
    signal: AbortSignal,
  ): Promise<FoundCreation> => {
    const found = await searchCreation(context, chain, address, { last, signal })
    const final = (await readChainRow(db, chain.id))?.final_block ?? -1
    const isWhole = found.transaction !== undefined || found.block.number === 0
    if (isWhole && !chain.isDevnet && found.block.number <= final) await keepCreation(db, chain.id, address, found)
    return found
  }

  const find = async (chain: ServedChain, address: Hex, signal: AbortSignal | undefined) => {
    const indexed = await indexedCreation(db, chain.id, address)
    if (indexed) return { found: indexed, source: 'index' as const }
    const stored = await storedCreation(db, chain.id, address)
    return { found: stored ?? (await search(chain, address, signal)), source: 'code_search' as const }
  }

  return async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNodeForContracts(chain)
    const labelOf = labelsOn(context.known, chain.id)
    try {
      const { found, source } = await find(chain, address, call?.signal)
      return recordOf(address, found, found.block.number === 0 && !found.transaction ? 'genesis' : source, labelOf)
    } catch (error) {
      if (!lacksOldStates(error) && !isServiceError(error, 'upstream_timeout')) throw error
      const note = `It is not in the indexed blocks of ${chain.title}; finding it requires an archive node.`
      return { ...recordOf(address, undefined, null, labelOf), note }
    }
  }
}

const recordOf = (
  address: Hex,
  found: FoundCreation | undefined,
  source: Source,
  labelOf: (address: string) => string | null,
): EvmContractCreation => {
  const { creator = null, factory = null, hash = null } = found?.transaction ?? {}
  return {
    address,
    block_number: found ? String(found.block.number) : null,
    block_timestamp: momentText(found?.block.timestamp ? found.block.timestamp * 1_000 : null),
    transaction_hash: hash,
    creator_address: creator,
    creator_label: creator && labelOf(creator),
    factory_address: factory,
    factory_label: factory && labelOf(factory),
    source,
    note: found?.note ?? null,
  }
}
