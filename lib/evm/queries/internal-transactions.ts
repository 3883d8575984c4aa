import * as z from 'zod'
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
 * @throws not_available where no node of the chain can trace.
 */
export const withInternalTransactions = async <RecordType extends NativeTransaction>(
  context: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly TracedTransaction[],
  records: readonly RecordType[],
  signal: AbortSignal | undefined,
): Promise<(RecordType & { internal_transactions: InternalTransaction[] })[]> => {
  const kept = await keptCalls(context, transactions)
  const calls = await inParallel(transactions, tracesAtOnce, async (transaction) => {
    if (!mayHaveInternalCalls(transaction)) return []
    return kept.get(toHex(transaction.hash)) ?? (await traceAndKeep(context, chain, transaction, signal))
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

const callsSchema: z.ZodType<StoredInternalCall[]> = z.array(
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    value: z.string(),
    gas: z.string(),
    gas_used: z.string(),
    input: z.string(),
    output: z.string(),
    error: z.string().optional(),
  }),
)

/** By transaction hash; what belongs to another block of the same number is left out. */
const keptCalls = async (
  { store }: EvmQueryContext,
  transactions: readonly TracedTransaction[],
): Promise<Map<string, StoredInternalCall[]>> => {
  const [first] = transactions
  if (!first) return new Map()
  const wanted = new Map(transactions.map((transaction) => [placeOf(transaction), transaction]))
  const rows = await store.db
    .selectFrom('evm_internal_calls')
    .selectAll()
    .where('chain', '=', first.chain)
    .where('block_number', 'in', [...new Set(transactions.map(({ block_number }) => block_number))])
    .execute()
  const kept = new Map<string, StoredInternalCall[]>()
  for (const row of rows) {
    const transaction = wanted.get(placeOf(row))
    if (!transaction || Buffer.compare(transaction.block_hash, row.block_hash) !== 0) continue
    kept.set(toHex(transaction.hash), callsSchema.parse(JSON.parse(row.calls)))
  }
  return kept
}

const placeOf = ({ block_number, transaction_index }: { block_number: number; transaction_index: number }): string =>
  `${block_number}/${transaction_index}`

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
  await keep(context, transaction, calls).catch((error: unknown) => {
    // A database that is busy or full now costs the next asker a trace, not this one the answer.
    if (!isServiceError(error)) throw error
  })
  return calls
}

/** Only while the block is still there: a fork may have taken it away since, and its calls with it. */
const keep = async (
  { store }: EvmQueryContext,
  { chain, block_number, transaction_index, block_hash }: TracedTransaction,
  calls: readonly StoredInternalCall[],
): Promise<void> => {
  const row = { chain, block_number, transaction_index, block_hash, calls: JSON.stringify(calls) }
  await store.db.transaction().execute(async (transaction) => {
    const block = await transaction
      .selectFrom('evm_blocks')
      .select('number')
      .where('chain', '=', chain)
      .where('number', '=', block_number)
      .where('hash', '=', block_hash)
      .executeTakeFirst()
    if (!block) return
    await transaction
      .insertInto('evm_internal_calls')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['chain', 'block_number', 'transaction_index']).doUpdateSet({ block_hash, calls: row.calls }),
      )
      .execute()
  })
}
