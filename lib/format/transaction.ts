type Parties = { from_address: string; to_address: string | null }

/** The direction of a transaction for one wallet: sent, received, both, or created a contract. */
export type Direction = 'in' | 'out' | 'self' | 'create'

export const directionOf = ({ from_address, to_address }: Parties, wallet: string): Direction => {
  if (from_address !== wallet) return 'in'
  if (to_address === null) return 'create'
  return to_address === wallet ? 'self' : 'out'
}

/** The method: a plain `Send`, a `Create` of a contract, or the first four bytes of the call. */
export const methodOf = ({ to_address, input }: Pick<Parties, 'to_address'> & { input: string }): string => {
  if (to_address === null) return 'Create'
  return input.length < 10 ? 'Send' : input.slice(0, 10)
}

/** Gas used times the price paid, in wei, as decimal text. */
export const feeOf = (transaction: { receipt_gas_used: string; gas_price: string }): string =>
  (BigInt(transaction.receipt_gas_used) * BigInt(transaction.gas_price)).toString()

/** Null before the Byzantium fork: the chain does not contain it. */
export const statusOf = ({ receipt_status }: { receipt_status: string | null }): 'success' | 'failed' | 'unknown' => {
  if (receipt_status === null) return 'unknown'
  return receipt_status === '1' ? 'success' : 'failed'
}

/** The share of `part` in `whole` in per cent with one decimal, exact for numbers of any size: `65.7`. */
export const percentOf = (part: string, whole: string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 1_000n) / BigInt(whole)) / 10
