import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'

/** A number of a node: 0x and at most 32 bytes. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/** An address of a node, in lower case. */
export const addressText = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => text.toLowerCase() as Hex)

/** A hash or word of a node, in lower case. */
export const hashText = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase() as Hex)
