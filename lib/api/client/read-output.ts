import type * as z from 'zod'
import { ServiceError } from '#lib/base/errors.ts'

/**
 * Validates another server's response against the contract, leniently: numbers and text are converted to the declared
 * type, a missing nullable field becomes null. Anything else that does not fit is `upstream_failed`.
 */
export const readOutput = <Schema extends z.ZodType>(endpoint: { output: Schema }, body: unknown): z.output<Schema> => {
  const first = endpoint.output.safeParse(body)
  if (first.success) return first.data
  const mended = structuredClone(body)
  for (const issue of first.error.issues) mend(mended, issue)
  const second = endpoint.output.safeParse(mended)
  if (second.success) return second.data
  throw new ServiceError('upstream_failed', "The upstream's response does not match this interface.", {
    cause: second.error,
  })
}

const mend = (root: unknown, issue: z.core.$ZodIssue): void => {
  const last = issue.path.at(-1)
  if (last === undefined) return
  let holder: unknown = root
  for (const key of issue.path.slice(0, -1)) holder = isHolder(holder) ? holder[key] : undefined
  if (isHolder(holder)) holder[last] = converted(holder[last], issue)
}

/** Lists and objects alike. */
const isHolder = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

const converted = (value: unknown, issue: z.core.$ZodIssue): unknown => {
  if (value === undefined) return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  const expected = 'expected' in issue ? issue.expected : undefined
  if ((expected === 'number' || expected === 'int') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (expected === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  if (issue.code === 'invalid_format') return mendedText(value)
  return value
}

/** Times without zone or with other precision are UTC milliseconds here; hex is lower case. */
const mendedText = (value: string): string => {
  if (/^0x[0-9a-fA-F]*$/.test(value)) return value.toLowerCase()
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(value)) return value
  const moment = new Date(/(z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`)
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString()
}
