import * as z from 'zod'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'

const spread = () =>
  record({ low: decimal(), median: decimal(), high: decimal() })
    .nullable()
    .describe('Of transactions: a tenth paid at most `low`, half at most `median`, nine tenths at most `high`.')

/** What the newest transactions of a chain paid for gas. */
export const measuredGas = record({
  priority_fee: spread(),
  transaction_count: count(),
  blocks: z.array(
    record({
      block_number: decimal(),
      block_hash: hex(),
      block_timestamp: timestamp(),
      base_fee_per_gas: decimal().nullable(),
      gas_used: decimal(),
      gas_limit: decimal().nullable(),
      transaction_count: count(),
      priority_fee: spread(),
    }),
  ),
  methods: z
    .array(
      record({
        selector: hex().nullable().describe('Null: a transaction without calldata.'),
        label: text().nullable().describe('A guess by known signatures.'),
        signature: text().nullable(),
        transaction_count: count(),
        gas_used: decimal().describe('The median.'),
      }),
    )
    .describe('The methods that succeeded most often.'),
})

export type MeasuredGas = z.output<typeof measuredGas>
