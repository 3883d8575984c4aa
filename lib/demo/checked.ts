import type { z } from 'zod'

/** Refuses what does not fit, and hands on what does as it came: a schema's own result has its fields in another order. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const fits = (content: unknown): content is T => {
    schema.parse(content)
    return true
  }
  if (fits(value)) return value
  throw new Error('unreachable: the schema throws')
}
