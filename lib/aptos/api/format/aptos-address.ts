import { longAddress } from '#lib/base/hex.ts'

/** An Aptos address of a path segment, short (`0x1`) or long, in its long form; undefined if it is not one. */
export const aptosAddress = (segment: string): string | undefined =>
  /^0x[0-9a-f]{1,64}$/i.test(segment) ? longAddress(segment) : undefined
