import type { z } from 'zod'

/** Refuses what does not fit, and hands on what does as it came: a schema's own result has its fields in another order. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  assertFits(schema, value)
  return value
}

function assertFits<T>(schema: z.ZodType<T>, value: unknown): asserts value is T {
  schema.parse(value)
}
