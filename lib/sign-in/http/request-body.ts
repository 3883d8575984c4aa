import type * as z from 'zod'
import { readBoundedText } from '#lib/api/bounded-text.ts'
import { type ParameterFault, ServiceError } from '#lib/api/errors.ts'

/** The longest is a message with its signature. */
const bodyBytesMax = 16 * 1_024

/**
 * Reads a JSON body, counted while it streams. JSON alone: a form of another site cannot send it without asking first.
 * @throws ServiceError `invalid_request` with every fault, `body_too_large` above 16 KiB.
 */
export const readRequestBody = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> => {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type')?.trim() ?? ''))
    throw new ServiceError('invalid_request', 'The body must be JSON, sent with content-type: application/json.')
  if (Number(request.headers.get('content-length')) > bodyBytesMax) throw tooLarge()
  const text = await readBoundedText(request.body, bodyBytesMax).catch((cause: unknown) => {
    throw new ServiceError('invalid_request', 'The body could not be read as UTF-8 text.', { cause })
  })
  if (text === undefined) throw tooLarge()
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(
    (issue): ParameterFault => ({ name: String(issue.path[0] ?? 'body'), message: issue.message }),
  )
  throw new ServiceError('invalid_request', details.map(({ name, message }) => `${name} ${message}`).join('; '), {
    details,
  })
}

const tooLarge = (): ServiceError =>
  new ServiceError('body_too_large', `The body must not be larger than ${bodyBytesMax / 1_024} KiB.`)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}
