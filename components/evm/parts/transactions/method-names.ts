import type { DecodedTransaction, NativeTransaction } from '#lib/evm/contract/transactions.ts'

/** Method names by contract and selector. */
export type MethodNames = Readonly<Record<string, string>>

type Call = Pick<NativeTransaction, 'to_address' | 'input'>

const selectorLength = 10

/** The key of a call; undefined if no method is called. */
export const methodKey = ({ to_address, input }: Call): string | undefined =>
  to_address === null || input.length < selectorLength ? undefined : `${to_address} ${input.slice(0, selectorLength)}`

/**
 * Learns names from decoded transactions; a contract that cannot be decoded is recorded as nameless, so that it is not
 * requested again.
 */
export const methodNames = (transactions: readonly DecodedTransaction[]): MethodNames =>
  Object.fromEntries(
    transactions.flatMap((transaction) => {
      const key = methodKey(transaction)
      return key === undefined ? [] : [[key, transaction.decoded_call?.label ?? '']]
    }),
  )

export type BlockSpan = { from_block: string; to_block: string }

/** The fields of a transaction that identify the called method. */
export type NamedCall = Call & Pick<NativeTransaction, 'block_number'>

/** The blocks of these rows (newest first) whose calls have no known name; undefined if all have. */
export const namelessSpan = (rows: readonly NamedCall[], known: MethodNames): BlockSpan | undefined => {
  const nameless = rows.filter((row) => {
    const key = methodKey(row)
    return key !== undefined && !(key in known)
  })
  const [newest] = nameless
  const oldest = nameless.at(-1)
  return newest && oldest && { from_block: oldest.block_number, to_block: newest.block_number }
}
