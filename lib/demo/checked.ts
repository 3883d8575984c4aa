import type { z } from 'zod'

/** Validates a value and returns it unchanged: the schema's own result has its fields in another order. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  assertFits(schema, value)
  return value
}

function assertFits<T>(schema: z.ZodType<T>, value: unknown): asserts value is T {
  schema.parse(value)
}
