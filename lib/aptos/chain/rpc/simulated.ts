import * as z from 'zod'
import { fullNodeTransaction, u64 } from './block.ts'

/** The only item of `POST /v1/transactions/simulate`: a user transaction as if it had been committed. */
export const simulatedTransactions = z
  .array(
    fullNodeTransaction.extend({
      success: z.boolean(),
      vm_status: z.string(),
      gas_used: u64.nullish(),
      gas_unit_price: u64.nullish(),
    }),
  )
  .length(1)

export type SimulatedNodeTransaction = z.output<typeof simulatedTransactions>[number]
