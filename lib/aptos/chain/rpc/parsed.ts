import type * as z from 'zod'
import { unusable } from './node-failure.ts'

/** Parses a node's response. @throws AptosNodeFailure if it has another format. */
export const parsed =
  <T>(schema: z.ZodType<T>) =>
  (body: unknown): T => {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    throw unusable('The Aptos node returned an unexpected format.', read.error)
  }
