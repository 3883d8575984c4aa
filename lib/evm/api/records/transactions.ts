import * as z from 'zod'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'

/** An argument of a decoded event or call. Numbers are decimal text, addresses EIP-55 checksummed, lists and tuples JSON text. */
const decodedParameter = record({
  name: text(),
  // Another server may return a list or a boolean as JSON: it becomes JSON text.
  value: z.preprocess(
    (value) => (value === undefined || typeof value === 'string' ? value : JSON.stringify(value)),
    text(),
  ),
  type: text(),
})

export const decodedEvent = record({
  signature: text(),
  label: text(),
  type: z.literal('event'),
  params: z.array(decodedParameter),
})

export const decodedCall = record({
  signature: text(),
  label: text(),
  type: z.literal('function'),
  params: z.array(decodedParameter),
})

/** A call in the arguments of another. */
const nestedCall = record({
  parent: count()
    .nullable()
    .describe(
      'The call that has it among its arguments: an index into this list, or null for the call of the transaction.',
    ),
  path: z.array(count()).describe('Where: the argument, then the item or field in it, and so on, counted from 0.'),
  to: hex().nullable().describe('The contract that it is for; null if the arguments name none.'),
  value: decimal().nullable().describe('The coin that it sends in wei; null if the arguments name none.'),
  selector: hex().nullable().describe('Null for an operation of a router, which has none.'),
  call: decodedCall.nullable().describe('Null if no known function fits.'),
  declaration: text()
    .optional()
    .describe('The function with the names of all fields: `f((address to,uint256 amount)[] legs)`.'),
  source: z
    .enum(['abi', 'signatures'])
    .nullable()
    .describe('`abi`: the verified ABI of the contract. `signatures`: a known signature, which may be wrong.'),
})

const transactionLog = record({
  log_index: decimal(),
  transaction_hash: hex(),
  transaction_index: decimal(),
  address: hex(),
  data: hex(),
  topic0: hex().nullable(),
  topic1: hex().nullable(),
  topic2: hex().nullable(),
  topic3: hex().nullable(),
  block_timestamp: timestamp(),
  block_number: decimal(),
  block_hash: hex(),
  transfer_index: z.array(count()).optional().describe('Block number, transaction index, log index.'),
  transaction_value: decimal().nullable().optional(),
})

/** On decoded variants; absent (or null) where no verified interface of the contract is known. */
const decodedLog = record({
  ...transactionLog.shape,
  decoded_event: decodedEvent.nullable().optional(),
  guessed_event: decodedEvent
    .optional()
    .describe('With `names=true`, where `decoded_event` is absent: the event by a known signature. May be wrong.'),
})

/** The method of a call. `source`: `abi` if the contract's verified ABI names it, `signatures` for a guess. */
const namedMethod = record({ label: text(), signature: text(), source: z.enum(['abi', 'signatures']) })

export const internalTransaction = record({
  transaction_hash: hex(),
  block_number: count().describe('A JSON number here, as the interface requires; text everywhere else.'),
  block_hash: hex(),
  type: text(),
  from: hex(),
  to: hex().nullable().describe('The created contract of a CREATE.'),
  value: decimal(),
  gas: decimal(),
  gas_used: decimal(),
  input: hex(),
  output: hex(),
  error: text().optional().describe('Only of a call that was reverted, itself or by a call above it: no value moved.'),
})

/** Value, gas and receipt, in every record of a transaction. */
export const executionFields = {
  value: decimal(),
  gas: decimal(),
  gas_price: decimal(),
  input: hex(),
  receipt_cumulative_gas_used: decimal(),
  receipt_gas_used: decimal(),
  receipt_contract_address: hex().nullable(),
  receipt_root: hex().nullable(),
  receipt_status: decimal().nullable().describe('`1` succeeded, `0` reverted, null before the Byzantium fork.'),
}

const transactionFields = {
  hash: hex(),
  nonce: decimal(),
  transaction_index: decimal(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex().nullable().describe('Null when the transaction creates a contract.'),
  to_address_label: text().nullable(),
  ...executionFields,
  block_timestamp: timestamp(),
  block_number: decimal(),
  block_hash: hex(),
  transfer_index: z.array(count()).optional().describe('Block number, transaction index.'),
}

/** Why `internal_transactions` is null for some transactions. */
export const missingCallsHeader = 'x-internal-transactions-missing'

/** The header's documentation, for endpoints that may send it. */
export const missingCallsHeaders = {
  [missingCallsHeader]:
    'Sent if `internal_transactions` is null for at least one transaction: for how many, and why, for example `2: The node does not serve traces.`',
}

/** The number of contracts whose ABI is not known yet, and why. */
export const missingAbisHeader = 'x-abis-missing'
export const missingAbisReason = 'The ABIs are still being fetched. Ask again in a few seconds.'

/** The header's documentation, for endpoints that decode. */
export const missingAbisHeaders = {
  [missingAbisHeader]: `Sent if values may be decoded later because the ABIs of contracts did not arrive in time: of how many, and why, for example \`2: ${missingAbisReason}\``,
}

/** Present with `include=internal_transactions`. */
const internalFields = {
  internal_transactions: z
    .array(internalTransaction)
    .nullable()
    .optional()
    .describe(`Null if no node could trace the transaction; \`${missingCallsHeader}\` then says why.`),
}

/** Present in lists with names. */
export const methodField = {
  method: namedMethod
    .nullable()
    .optional()
    .describe(
      'The called method: `source` is `abi` if the verified ABI of the contract names it, `signatures` if a known signature ' +
        'with this selector does, which may be wrong. Null if neither does, or if nothing is called.',
    ),
}

export const nativeTransaction = record({ ...transactionFields, ...internalFields, ...methodField })
export const transactionWithLogs = record({ ...transactionFields, logs: z.array(transactionLog), ...internalFields })
export const decodedTransaction = record({
  ...transactionFields,
  logs: z.array(decodedLog),
  decoded_call: decodedCall.nullable().optional(),
  guessed_call: decodedCall
    .optional()
    .describe('With `names=true`, where `decoded_call` is absent: the call by a known signature. May be wrong.'),
  call_declaration: text()
    .optional()
    .describe('With `names=true`: the function of the call with the names of all fields, where they are known.'),
  nested_calls: z
    .array(nestedCall)
    .optional()
    .describe(
      'With `names=true`: the calls in the arguments of the call and in theirs, at most 200 and 8 deep. Not all were executed.',
    ),
  ...internalFields,
})

export type DecodedEvent = z.output<typeof decodedEvent>
export type DecodedCall = z.output<typeof decodedCall>
export type NestedCall = z.output<typeof nestedCall>
export type NamedMethod = z.output<typeof namedMethod>
export type TransactionLog = z.output<typeof transactionLog>
export type DecodedLog = z.output<typeof decodedLog>
export type InternalTransaction = z.output<typeof internalTransaction>
export type NativeTransaction = z.output<typeof nativeTransaction>
export type DecodedTransaction = z.output<typeof decodedTransaction>
