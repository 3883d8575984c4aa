import type { Kysely } from 'kysely'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { shortenedHeader } from '#lib/api/fit-answer.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { decodedTransactions } from '#lib/evm/abi/decoded-transactions.ts'
import { missingCallsHeader, type NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { inclusionProof } from '#lib/evm/chain/checks/ordered-trie.ts'
import { hashPrefix, logRows, transactionRow } from '#lib/evm/chain/decode/block-rows.ts'
import { logRecord, type StoredTransaction, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables, LogRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type EvmQueryContext, fetchRawBlock } from '#lib/evm/query/context.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import type { FoundTransaction } from '#lib/evm/query/node-access.ts'
import type { transactionEndpoints } from './contract.ts'
import type { internalTransactionEndpoints } from './internal-contract.ts'
import { tracedRecords, withInternalTransactions } from './internal-transactions.ts'
import type { proofEndpoints } from './proof-contract.ts'

/** Retries of a read interrupted by a reorg; reorgs are seconds apart, reads take milliseconds. */
const attemptsMax = 3

/**
 * An indexed transaction with its logs, or the first `logsMax` of them, by its full hash, both of the same block; undefined if it
 * is not indexed.
 */
const storedTransaction = async (
  db: Kysely<EvmTables>,
  chain: number,
  hash: string,
  logsMax?: number,
): Promise<{ transaction: StoredTransaction; logs: LogRow[] } | undefined> => {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const transaction = await findByHash(db, chain, toBytes(hash))
    if (!transaction) return undefined
    const logs = await logsOf(db, transaction, logsMax)
    if (logs) return { transaction, logs }
  }
  return undefined
}

const findByHash = (db: Kysely<EvmTables>, chain: number, hash: Uint8Array): Promise<StoredTransaction | undefined> =>
  db
    .selectFrom('evm_transaction_hashes as h')
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'h')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'h')))
    .selectAll('t')
    .select(['b.hash as block_hash', 'b.timestamp as block_timestamp', 'b.base_fee_per_gas'])
    .where('h.chain', '=', chain)
    .where('h.hash_prefix', '=', hashPrefix(hash))
    .where('t.hash', '=', hash)
    .orderBy('h.block_number', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The logs, unless the block was replaced since: its hash is read too, so that a removed block is not mistaken for one
 * without logs.
 */
const logsOf = async (
  db: Kysely<EvmTables>,
  { chain, block_number, transaction_index, block_hash }: StoredTransaction,
  logsMax: number | undefined,
): Promise<LogRow[] | undefined> => {
  const logs = db
    .selectFrom('evm_blocks as b')
    .leftJoin('evm_logs as l', (join) =>
      join
        .on('l.chain', '=', chain)
        .on('l.block_number', '=', block_number)
        .on('l.transaction_index', '=', transaction_index),
    )
    .selectAll('l')
    .where('b.chain', '=', chain)
    .where('b.number', '=', block_number)
    .where('b.hash', '=', block_hash)
    .orderBy('l.log_index')
  const rows = await (logsMax === undefined ? logs : logs.limit(logsMax)).execute()
  return rows.length ? rows.filter(isLog) : undefined
}

const isLog = (row: { [Column in keyof LogRow]: LogRow[Column] | null }): row is LogRow => row.log_index !== null

/** From the index, otherwise from the node: blocks before the start of the index have transactions too. */
export const transactionQuery =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['transaction'] =>
  async ({ chain: chainName, transaction_hash, include }, call) => {
    const chain = context.served.resolve(chainName)
    const found = await readTransactionWithLogs(context, chain, transaction_hash, call)
    const record = transactionRecord(found.stored, labelsOn(context.known, chain.id))
    const complete = { ...record, logs: found.logs.map((row) => logRecord(row, record)) }
    return include ? await withCalls(context, chain, found, { record: complete, call }) : complete
  }

/** @throws not_found for a transaction that neither the index nor the node knows. */
export const knownTransaction = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  { signal, logsMax }: { signal: AbortSignal | undefined; logsMax?: number | undefined },
): Promise<KnownTransaction> => {
  const found = await findTransaction(context, chain, hash, { signal, logsMax })
  if (!found) throw new ServiceError('not_found', `No transaction ${hash} is known on ${chain.title}.`)
  return found
}

/** Logs of one transaction in an answer: more would not fit into it, since one takes about 1 kB. */
const logsMax = 2_000

/** A transaction with the logs that fit into an answer. A header says when it has more, and where they are. */
const readTransactionWithLogs = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  call: CallContext | undefined,
): Promise<KnownTransaction> => {
  const found = await knownTransaction(context, chain, hash, { signal: call?.signal, logsMax: logsMax + 1 })
  if (found.logs.length <= logsMax) return found
  const block = found.stored.block_number
  call?.setHeader?.(
    shortenedHeader,
    `the first ${logsMax} logs; all are listed at /api/evm/logs?chain=${chain.name}&blocks=indexed&from_block=${block}&to_block=${block}`,
  )
  return { ...found, logs: found.logs.slice(0, logsMax) }
}

/** Adds `internal_transactions` to the record of a transaction, from any source. */
const withCalls = async <RecordType extends NativeTransaction>(
  context: EvmQueryContext,
  chain: ServedChain,
  { stored, isIndexed }: KnownTransaction,
  { record, call }: { record: RecordType; call: CallContext | undefined },
): Promise<RecordType> => {
  if (isIndexed) {
    const [complete] = await withInternalTransactions(context, chain, [stored], { records: [record], call })
    return complete ?? record
  }
  return { ...record, internal_transactions: await tracedRecords(context, chain, stored.hash, { record, call }) }
}

type KnownTransaction = { stored: StoredTransaction; logs: LogRow[]; isIndexed: boolean }

/** A transaction with its logs as rows, from any source. */
export const findTransaction = async (
  { store, node }: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  { signal, logsMax }: { signal: AbortSignal | undefined; logsMax?: number | undefined },
): Promise<KnownTransaction | undefined> => {
  const indexed = await storedTransaction(store.db, chain.id, hash, logsMax)
  if (indexed) return { stored: indexed.transaction, logs: indexed.logs, isIndexed: true }
  const found = isHex(hash) ? await node.findTransaction?.(chain, hash, signal) : undefined
  return found && { ...rowsOf(chain.id, found), isIndexed: false }
}

const rowsOf = (chain: number, { transaction, block }: FoundTransaction) => ({
  stored: {
    ...transactionRow(chain, block.number, transaction),
    block_hash: toBytes(block.hash),
    block_timestamp: block.timestamp,
    base_fee_per_gas: null,
  },
  logs: logRows(chain, block.number, transaction),
})

/** The transaction with decoded call and events, if the ABIs are verified. */
export const transactionVerboseQuery =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['transactionVerbose'] =>
  async ({ chain: chainName, transaction_hash, include }, call) => {
    const chain = context.served.resolve(chainName)
    const found = await readTransactionWithLogs(context, chain, transaction_hash, call)
    const record = transactionRecord(found.stored, labelsOn(context.known, chain.id))
    const plain = { row: found.stored, record, logs: found.logs }
    const [decoded = { ...record, logs: [] }] = await decodedTransactions(context.abis, chain, [plain], call)
    return include ? await withCalls(context, chain, found, { record: decoded, call }) : decoded
  }

/** What a transaction that could not be traced says in a header is an error here: there is nothing else to answer. */
export const internalTransactionsQuery =
  (context: EvmQueryContext): Service<typeof internalTransactionEndpoints>['internalTransactions'] =>
  async ({ transaction_hash, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownTransaction(context, chain, transaction_hash, { signal: call?.signal, logsMax: 1 })
    const record = transactionRecord(found.stored, labelsOn(context.known, chain.id))
    let reason = 'No node could trace this transaction.'
    const setHeader = (name: string, value: string): void => {
      if (name === missingCallsHeader) reason = value.replace(/^\d+: /, '')
    }
    const { internal_transactions } = await withCalls(context, chain, found, { record, call: { ...call, setHeader } })
    if (!internal_transactions) throw new ServiceError('not_available', reason)
    return internal_transactions
  }

/** Computed from the node's block each time: raw bytes are not stored. */
export const transactionProofQuery =
  (context: EvmQueryContext): Service<typeof proofEndpoints>['evmTransactionProof'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored } = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const block = { number: stored.block_number, hash: stored.block_hash }
    const raw = await fetchRawBlock(context, chain, block, call?.signal)
    const hash = toHex(stored.hash)
    const proof = inclusionProof(raw.block, raw.receipts, hash, chainRules(chain.name))
    if (!proof)
      throw new ServiceError(
        'upstream_failed',
        `The node of ${chain.title} has block ${block.number} without this transaction.`,
      )
    const { index, ...parts } = proof
    return {
      transaction_hash: hash,
      transaction_index: index,
      block_number: String(block.number),
      block_hash: toHex(block.hash),
      ...parts,
    }
  }
