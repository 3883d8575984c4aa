import { readBoundedText } from './bounded-text.ts'
import { ServiceError } from './errors.ts'
import type { RawParameters } from './raw-input.ts'

/** The bodies of this interface are a few short fields and one signed message. */
const bodyBytesMax = 64 * 1024

/**
 * Reads a request's JSON body; none at all counts as `{}`.
 * @throws ServiceError `invalid_request` for another content type, malformed JSON or anything but an object,
 * `body_too_large` above 64 KiB, whatever length was announced.
 */
export const readJsonBody = async (request: Request): Promise<RawParameters> => {
  if (Number(request.headers.get('content-length')) > bodyBytesMax) throw tooLarge()
  const text = await readBoundedText(request.body, bodyBytesMax).catch((cause: unknown) => {
    throw new ServiceError('invalid_request', 'The body could not be read as UTF-8 text.', { cause })
  })
  if (text === undefined) throw tooLarge()
  if (text.trim() === '') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim()))
    throw new ServiceError('invalid_request', 'The body must be JSON, sent with content-type: application/json.')
  const body = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('invalid_request', 'The body must be a JSON object.')
  return body as RawParameters
}

const tooLarge = (): ServiceError =>
  new ServiceError('body_too_large', `The body must not be larger than ${bodyBytesMax / 1024} KiB.`)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}
