import type { DecodedTransaction, NativeTransaction } from '#lib/evm/contract/transactions.ts'

/** Names of methods by the contract and selector that they were called with. */
export type MethodNames = Readonly<Record<string, string>>

type Call = Pick<NativeTransaction, 'to_address' | 'input'>

const selectorLength = 10

/** What a call is known by; undefined for what calls no method. */
export const methodKey = ({ to_address, input }: Call): string | undefined =>
  to_address === null || input.length < selectorLength ? undefined : `${to_address} ${input.slice(0, selectorLength)}`

/** What decoded transactions teach; a contract that is not decoded is known to have no name, so that no one asks again. */
export const methodNames = (transactions: readonly DecodedTransaction[]): MethodNames =>
  Object.fromEntries(
    transactions.flatMap((transaction) => {
      const key = methodKey(transaction)
      return key === undefined ? [] : [[key, transaction.decoded_call?.label ?? '']]
    }),
  )

export type BlockSpan = { from_block: string; to_block: string }

/** What of a transaction says which method it calls, and where it is. */
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
