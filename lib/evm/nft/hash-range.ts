import { badParameter } from '#lib/base/errors.ts'

/** Token hashes from `lowest` to `highest`, both included, 16 bytes each. */
export type HashRange = { lowest: Uint8Array; highest: Uint8Array }

const hashes = 2n ** 128n

/**
 * Slice `range` (from 1) of `totalRanges` equal slices of all token hashes; all of them if neither is given. The slices
 * are complete and disjoint. @throws invalid_request naming the parameter that is missing or out of range.
 */
export const hashRange = (totalRanges: number | undefined, range: number | undefined): HashRange => {
  if (totalRanges === undefined && range !== undefined)
    throw badParameter('totalRanges', 'is required with range: the number of parts')
  if (totalRanges !== undefined && range === undefined)
    throw badParameter('range', 'is required with totalRanges: the part to return, from 1')
  const [parts, part] = [totalRanges ?? 1, range ?? 1]
  if (part > parts) throw badParameter('range', `is out of range: there are ${parts} parts`)
  const startOf = (index: number): bigint => (hashes * BigInt(index)) / BigInt(parts)
  return { lowest: hashBytes(startOf(part - 1)), highest: hashBytes(startOf(part) - 1n) }
}

const hashBytes = (hash: bigint): Uint8Array => Buffer.from(hash.toString(16).padStart(32, '0'), 'hex')
