import type { CallContext } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import {
  type InternalTransaction,
  missingCallsHeader,
  type NativeTransaction,
} from '#lib/evm/api/records/transactions.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import { type StoredInternalCall, storedInternalCalls } from '#lib/evm/chain/decode/stored-internal-calls.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'

/** Concurrent traces for one request: a trace costs a node far more than any other call. */
const tracesAtOnce = 4
/** After this many failures of a node, the rest of the request does not use it. */
const failuresMax = 4

/** Maximum size of a page of traces: a single one is bounded by the maximum response of a node. */
const pageBytesMax = 64 << 20

/** The fields that decide whether a transaction can have internal calls, and its key in the cache. */
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
 * Adds `internal_transactions` to records of indexed transactions: from the cache, otherwise from the node, whose
 * response is cached with the block's hash. Transactions that ran no code are skipped. Calls that no node can trace are
 * null, and a header says why. @throws not_available if another source may have them, invalid_request for a page larger
 * than 64 MiB.
 */
export const withInternalTransactions = async <RecordType extends NativeTransaction>(
  context: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly TracedTransaction[],
  { records, call }: { records: readonly RecordType[]; call: CallContext | undefined },
): Promise<(RecordType & { internal_transactions: InternalTransaction[] | null })[]> => {
  const failures: ServiceError[] = []
  const sizes = await context.internalCalls.sizes(transactions.filter(mayHaveInternalCalls))
  const noteBytes = boundedSum(transactions.length)
  for (const size of sizes.values()) noteBytes(size)
  const kept = await context.internalCalls.read(transactions.filter(({ hash }) => sizes.has(toHex(hash))))
  const calls = await inParallel(transactions, tracesAtOnce, async (transaction) => {
    if (!mayHaveInternalCalls(transaction)) return []
    const known = kept.get(toHex(transaction.hash))
    if (known) return known
    if (failures.length >= failuresMax) return null
    const traced = await traceAndKeep(context, chain, transaction, call?.signal).catch(untraced(call, failures))
    if (traced) noteBytes(sizeOf(traced))
    return traced
  })
  noteMissing(call, calls.filter((one) => one === null).length, failures)
  return records.map((record, index) => ({
    ...record,
    internal_transactions: internalRecords(calls[index] ?? null, record),
  }))
}

/** The calls of one transaction that is not in the index, from the node. */
const tracedCalls = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  transactionHash: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<StoredInternalCall[]> => {
  if (!node.internalCalls)
    throw new ServiceError(
      'not_available',
      `Internal transactions of ${chain.title} are not available here: this requires a node that keeps traces.`,
    )
  return storedInternalCalls(await node.internalCalls(chain, toHex(transactionHash), signal))
}

/** The calls of one transaction that is not in the index; null, with a header, if no node can trace it. */
export const tracedRecords = async (
  context: EvmQueryContext,
  chain: ServedChain,
  transactionHash: Uint8Array,
  { record, call }: { record: NativeTransaction; call: CallContext | undefined },
): Promise<InternalTransaction[] | null> => {
  const failures: ServiceError[] = []
  const calls = await tracedCalls(context, chain, transactionHash, call?.signal).catch(untraced(call, failures))
  noteMissing(call, failures.length, failures)
  return internalRecords(calls, record)
}

/** A transaction that cannot be traced does not fail the others of its page. */
const untraced =
  (call: CallContext | undefined, failures: ServiceError[]) =>
  (error: unknown): null => {
    const isOthersToAnswer = isServiceError(error, 'not_available') && call?.hasNext
    if (!isServiceError(error) || call?.signal?.aborted || isOthersToAnswer) throw error
    failures.push(error)
    return null
  }

const noteMissing = (call: CallContext | undefined, count: number, failures: readonly ServiceError[]): void => {
  const [first] = failures
  if (first) call?.setHeader?.(missingCallsHeader, `${count}: ${first.message.replace(/[^\x20-\x7e]/g, ' ')}`)
}

const internalRecords = (
  calls: readonly StoredInternalCall[] | null,
  { hash, block_number, block_hash }: NativeTransaction,
): InternalTransaction[] | null =>
  calls?.map((call) => ({ transaction_hash: hash, block_number: Number(block_number), block_hash, ...call })) ?? null

/**
 * Whether code may have run. A call without data that used exactly the 21,000 of a bare transfer ran none since London
 * (blocks with a base fee); before it, refunds could have lowered the sum to that. Nor did one with no gas beyond it.
 */
const mayHaveInternalCalls = ({ to_address, input, gas, gas_used, base_fee_per_gas }: TracedTransaction): boolean => {
  if (to_address === null) return true
  if (BigInt(gas) <= 21_000n) return false
  return input.length > 0 || gas_used !== '21000' || base_fee_per_gas === null
}

/** Throws if the calls of several transactions exceed the size of a page. */
const boundedSum = (transactionCount: number): ((bytes: number) => void) => {
  let sum = 0
  return (bytes) => {
    sum += bytes
    if (sum <= pageBytesMax || transactionCount === 1) return
    throw new ServiceError(
      'invalid_request',
      `The internal transactions of this page are larger than ${pageBytesMax >> 20} MiB: please request fewer transactions at a time.`,
    )
  }
}

/** An estimate: the rest of a call is small. */
const sizeOf = (calls: readonly StoredInternalCall[]): number =>
  calls.reduce((sum, { input, output }) => sum + input.length + output.length + 300, 0)

const traceAndKeep = async (
  context: EvmQueryContext,
  chain: ServedChain,
  transaction: TracedTransaction,
  signal: AbortSignal | undefined,
): Promise<StoredInternalCall[]> => {
  const calls = await tracedCalls(context, chain, transaction.hash, signal).catch((error: unknown) => {
    throw notTracedYet(chain, error)
  })
  context.internalCalls.keep(transaction, calls)
  return calls
}

/** The transaction is known: a node that does not know it is behind, or a reorg is in progress. Other errors are unchanged. */
export const notTracedYet = (chain: ServedChain, error: unknown): unknown => {
  if (!isServiceError(error, 'not_found')) return error
  const message = `The node of ${chain.title} does not know this transaction yet. Please try again.`
  return new ServiceError('upstream_failed', message, { cause: error, retryAfterSeconds: 1 })
}
