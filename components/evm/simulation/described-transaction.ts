import { calldataBytesMax } from '#lib/evm/api/format/calldata-bounds.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { exactAmount } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'

/** A transaction of the chain as the page's parameters. It runs at its own place in its block. */
export const describedTransaction = (
  { hash, from_address, to_address, value, input, gas }: DecodedTransaction,
  decimals: number,
): Filters => ({
  from: from_address,
  ...(to_address !== null && { to: to_address }),
  ...(value !== '0' && { value: exactAmount(value, decimals) }),
  ...(input !== '0x' && (input.length > 2 + 2 * calldataBytesMax ? { data_of: hash } : { data: input })),
  gas,
  before: hash,
})
