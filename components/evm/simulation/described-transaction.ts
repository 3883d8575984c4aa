import type { DecodedTransaction } from '#lib/evm/contract/records/transactions.ts'
import { exactAmount } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'

/** A transaction of the chain as the page's parameters. It runs after the block before its own. */
export const describedTransaction = (
  { from_address, to_address, value, input, gas, block_number }: DecodedTransaction,
  decimals: number,
): Filters => ({
  from: from_address,
  ...(to_address !== null && { to: to_address }),
  ...(value !== '0' && { value: exactAmount(value, decimals) }),
  ...(input !== '0x' && { data: input }),
  gas,
  block: String(Math.max(0, Number(block_number) - 1)),
})
