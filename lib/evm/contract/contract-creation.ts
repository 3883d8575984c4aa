import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
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
import { needsNodeForContracts } from './needs-node.ts'
import { type FoundCreation, lacksOldStates, searchCreation } from './search-creation.ts'

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
