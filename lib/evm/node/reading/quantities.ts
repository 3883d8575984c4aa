import * as z from 'zod'
import type { Hex } from '#lib/evm/node/block.ts'

/** A number of a node: 0x and at most 32 bytes. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** An address or hash of a node, in lower case. */
export const hexText = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i'))
    .transform((text) => text.toLowerCase() as Hex)
