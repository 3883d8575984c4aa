import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import type { InternalTransaction, NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import { type StoredInternalCall, storedInternalCalls } from '#lib/evm/decode/stored-internal-calls.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmQueryContext } from './context.ts'
import { inParallel } from './in-parallel.ts'
import type { StoredTransaction } from './wallet-transaction-page.ts'

/** Traces asked of the node at once for one request: a trace costs it far more than any other call. */
const tracesAtOnce = 4

/** A page of traces: one alone is bounded by what a node may answer. */
const pageBytesMax = 64 << 20

/** What decides whether a transaction can have internal calls, and where its own are kept. */
export type TracedTransaction = Pick<
  StoredTransaction,
  | 'chain'
  | 'block_number'
  | 'transaction_index'
  | 'hash'
  | 'block_hash'
  | 'to_address'
  | 'gas'
  | 'gas_used'
  | 'input'
  | 'base_fee_per_gas'
>

/**
 * Adds `internal_transactions` to records of indexed transactions: from the cache, else from the node, whose answer is
 * kept with the block's hash. Transactions that ran no code are not asked for.
 * @throws not_available where no node of the chain can trace, invalid_request for a page that is larger than 64 MiB.
 */
export const withInternalTransactions = async <RecordType extends NativeTransaction>(
  context: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly TracedTransaction[],
  records: readonly RecordType[],
  signal: AbortSignal | undefined,
): Promise<(RecordType & { internal_transactions: InternalTransaction[] })[]> => {
  const sizes = await context.internalCalls.sizes(transactions.filter(mayHaveInternalCalls))
  const noteBytes = boundedSum(transactions.length)
  for (const size of sizes.values()) noteBytes(size)
  const kept = await context.internalCalls.read(transactions.filter(({ hash }) => sizes.has(toHex(hash))))
  const calls = await inParallel(transactions, tracesAtOnce, async (transaction) => {
    if (!mayHaveInternalCalls(transaction)) return []
    const known = kept.get(toHex(transaction.hash))
    if (known) return known
    const traced = await traceAndKeep(context, chain, transaction, signal)
    noteBytes(sizeOf(traced))
    return traced
  })
  return records.map((record, index) => ({
    ...record,
    internal_transactions: internalRecords(calls[index] ?? [], record),
  }))
}

/** The calls of one transaction that is not in the index, straight from the node. */
export const tracedCalls = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  transactionHash: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<StoredInternalCall[]> => {
  if (!node.internalCalls)
    throw new ServiceError(
      'not_available',
      `Internal transactions of ${chain.title} are not available here: they need a node that keeps traces.`,
    )
  return storedInternalCalls(await node.internalCalls(chain, toHex(transactionHash), signal))
}

export const internalRecords = (
  calls: readonly StoredInternalCall[],
  { hash, block_number, block_hash }: NativeTransaction,
): InternalTransaction[] =>
  calls.map((call) => ({ transaction_hash: hash, block_number: Number(block_number), block_hash, ...call }))

/**
 * Whether code may have run. A call without data that used exactly the 21,000 of a bare transfer ran none since London
 * (blocks with a base fee); before it, refunds could have lowered the sum to that. Nor did one with no gas beyond it.
 */
const mayHaveInternalCalls = ({ to_address, input, gas, gas_used, base_fee_per_gas }: TracedTransaction): boolean => {
  if (to_address === null) return true
  if (BigInt(gas) <= 21_000n) return false
  return input.length > 0 || gas_used !== '21000' || base_fee_per_gas === null
}

/** Refuses to go on when the calls of several transactions are more than a page may hold. */
const boundedSum = (transactionCount: number): ((bytes: number) => void) => {
  let sum = 0
  return (bytes) => {
    sum += bytes
    if (sum <= pageBytesMax || transactionCount === 1) return
    throw new ServiceError(
      'invalid_request',
      `The internal transactions of this page are larger than ${pageBytesMax >> 20} MiB: please ask for fewer transactions at a time.`,
    )
  }
}

/** Close enough: the rest of a call is small. */
const sizeOf = (calls: readonly StoredInternalCall[]): number =>
  calls.reduce((sum, { input, output }) => sum + input.length + output.length + 300, 0)

const traceAndKeep = async (
  context: EvmQueryContext,
  chain: ServedChain,
  transaction: TracedTransaction,
  signal: AbortSignal | undefined,
): Promise<StoredInternalCall[]> => {
  const calls = await tracedCalls(context, chain, transaction.hash, signal).catch((error: unknown) => {
    if (!isServiceError(error, 'not_found')) throw error
    // The transaction is known here: the node is behind, or a fork is under way.
    const message = `The node of ${chain.title} does not know an indexed transaction yet. Please try again.`
    throw new ServiceError('upstream_failed', message, { cause: error, retryAfterSeconds: 1 })
  })
  context.internalCalls.keep(transaction, calls)
  return calls
}
