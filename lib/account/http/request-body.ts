import type * as z from 'zod'
import { readJson } from '#lib/api/input/json-body.ts'
import { type ParameterFault, ServiceError } from '#lib/base/errors.ts'

/** The longest body is a message with its signature. */
const bodyBytesMax = 16 * 1_024

/**
 * Reads and validates a JSON body. Only JSON is accepted: a form of another site cannot send it without a preflight.
 * @throws ServiceError `invalid_request` with every error, `body_too_large` above 16 KiB.
 */
export const readRequestBody = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> => {
  const parsed = schema.safeParse(await readJson(request, bodyBytesMax))
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(
    (issue): ParameterFault => ({ name: String(issue.path[0] ?? 'body'), message: issue.message }),
  )
  throw new ServiceError('invalid_request', details.map(({ name, message }) => `${name} ${message}`).join('; '), {
    details,
  })
}
