import * as z from 'zod'

/** A u64 as the node writes it: decimal text. */
export const u64 = z.string().regex(/^\d{1,20}$/)
export const hash = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)

/** A transaction as the node returns it. Only these fields are used; everything else is passed through. */
export const fullNodeTransaction = z.looseObject({ type: z.string().min(1), version: u64, hash })

/** A block as the node returns it. */
export const nodeBlock = z.looseObject({
  block_height: u64,
  block_hash: hash,
  /** Microseconds since 1970. */
  block_timestamp: u64,
  first_version: u64,
  last_version: u64,
  /** Null if not requested; only the first ones if the block is larger than the node's page. */
  transactions: z.array(z.unknown()).nullish(),
})

export type FullNodeTransaction = z.output<typeof fullNodeTransaction>
export type FullNodeBlock = z.output<typeof nodeBlock> & { transactions: FullNodeTransaction[] | null }
