import { ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { BodyTooLarge, readBounded } from './bounded-body.ts'
import { JsonOverLimit, parseJson } from './parse-json.ts'
import type { RawParameters } from './raw-input.ts'

/** The bodies of this interface are a few short fields and one signed message. */
const bodyBytesMax = 64 * 1024

/**
 * Reads a request's JSON body; an empty body counts as `{}`.
 * @throws ServiceError `invalid_request` for another content type, malformed JSON or anything but an object,
 * `body_too_large` above `bytesMax` (64 KiB), whatever length was announced.
 */
export const readJsonBody = async (request: Request, bytesMax = bodyBytesMax): Promise<RawParameters> => {
  const body = await readJson(request, bytesMax)
  if (body === undefined) return {}
  if (!isFields(body)) throw new ServiceError('invalid_request', 'The body must be a JSON object.')
  return body
}

/** Reads the JSON of a request; undefined if its body is empty. @throws ServiceError as `readJsonBody`. */
const readJson = async (request: Request, bytesMax: number): Promise<unknown> => {
  const text = await readBodyText(request, bytesMax)
  if (text.trim() === '') return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim()))
    throw new ServiceError('invalid_request', 'The body must be JSON, sent with content-type: application/json.')
  try {
    return parseJson(text)
  } catch (cause) {
    const fault = cause instanceof JsonOverLimit ? 'nested too deeply' : 'not valid JSON'
    throw new ServiceError('invalid_request', `The body is ${fault}.`, { cause })
  }
}

/** Reads the text of a request. @throws ServiceError as `readJsonBody`. */
const readBodyText = async (request: Request, bytesMax: number): Promise<string> => {
  try {
    if (Number(request.headers.get('content-length')) > bytesMax) throw new BodyTooLarge()
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBounded(request.body, bytesMax))
  } catch (cause) {
    throw cause instanceof BodyTooLarge
      ? new ServiceError('body_too_large', `The body must not be larger than ${bytesMax / 1024} KiB.`)
      : new ServiceError('invalid_request', 'The body could not be read as UTF-8 text.', { cause })
  }
}
