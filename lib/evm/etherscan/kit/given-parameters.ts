import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { inputBytesMax } from '#lib/evm/verification/standard-json.ts'

/** A character may take three bytes in a form. */
const formBytesMax = 3 * inputBytesMax

/** The parameters of a request, by their names in any case. An empty value counts as none. */
export type GivenParameters = { get(name: string): string | undefined }

const forms = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** The parameters of a request, from its query and its form; those of the form take precedence. @throws ServiceError */
export const readParameters = async (request: Request): Promise<GivenParameters> => {
  const values = readNames(new URL(request.url).searchParams)
  if (request.method === 'POST') for (const [name, value] of await readForm(request)) values.set(name, value)
  return { get: (name) => values.get(name.toLowerCase()) || undefined }
}

/** The parameters in the URL alone. */
export const queryParameters = (request: Request): GivenParameters => {
  const values = readNames(new URL(request.url).searchParams)
  return { get: (name) => values.get(name.toLowerCase()) || undefined }
}

const readNames = (parameters: Iterable<[string, unknown]>): Map<string, string> =>
  new Map([...parameters].flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])))

const readForm = async (request: Request): Promise<Map<string, string>> => {
  const body = await readBody(request)
  if (body.length === 0) return new Map()
  const type = request.headers.get('content-type') ?? ''
  if (!forms.test(type.trim()))
    throw new ServiceError(
      'invalid_request',
      'Error! The body must be a form: application/x-www-form-urlencoded or multipart/form-data.',
    )
  try {
    return readNames(await new Response(body, { headers: { 'content-type': type } }).formData())
  } catch (cause) {
    throw new ServiceError('invalid_request', 'Error! The form cannot be read.', { cause })
  }
}

const readBody = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    if (Number(request.headers.get('content-length')) > formBytesMax) throw new BodyTooLarge()
    return new Uint8Array(await readBounded(request.body, formBytesMax))
  } catch (cause) {
    if (!(cause instanceof BodyTooLarge)) throw cause
    throw new ServiceError('body_too_large', `Error! The form must not be larger than ${formBytesMax / 1024} KiB.`)
  }
}
