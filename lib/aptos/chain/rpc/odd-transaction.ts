import * as z from 'zod'
import { type FullNodeTransaction, fullNodeTransaction, hash, u64 } from './block.ts'
import { unusable } from './node-failure.ts'

const unknownForm = 'The node returned this transaction in a form that this server does not know.'
const notRead = 'unknown'

const readable = z
  .object({
    type: z.string().min(1).catch(notRead),
    hash: hash.catch('0x'),
    version: u64.optional().catch(undefined),
  })
  .catch({ type: notRead, hash: '0x', version: undefined })

/**
 * Stands for a transaction that cannot be read, so that it does not cost the others of its list: what can be read of it, the
 * reason, and in `raw` what the node returned. Its version follows from its place if it has none.
 */
export const oddTransaction = (
  value: unknown,
  version: number | undefined,
  reason = unknownForm,
): FullNodeTransaction => {
  const read = readable.parse(value)
  return {
    type: read.type,
    version: read.version ?? String(version ?? 0),
    hash: read.hash,
    raw_reason: reason,
    ...(value !== undefined && { raw: value }),
  }
}

export const isOdd = (transaction: FullNodeTransaction): boolean => typeof transaction.raw_reason === 'string'

/** The transactions of consecutive versions as the node returned them; those in an unknown form as `oddTransaction`. */
export const consecutive = (items: readonly unknown[], start: number): FullNodeTransaction[] =>
  items.map((item, index) => (isTransaction(item) ? item : oddTransaction(item, start + index)))

/** A transaction by its hash, which states its version. @throws AptosNodeFailure for one without a version. */
export const ofOwnVersion = (value: unknown): FullNodeTransaction => {
  if (isTransaction(value)) return value
  if (readable.parse(value).version === undefined) throw unusable('The Aptos node returned an unexpected format.')
  return oddTransaction(value, undefined)
}

const isTransaction = (value: unknown): value is FullNodeTransaction => fullNodeTransaction.safeParse(value).success
