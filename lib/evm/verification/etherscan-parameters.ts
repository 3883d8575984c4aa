import { readBodyText } from '#lib/api/input/json-body.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { inputBytesMax } from './standard-json.ts'

/** A character may take three bytes in a form. */
const formBytesMax = 3 * inputBytesMax

export type EtherscanParameters = {
  /** The value of a parameter, by its name in any case. */
  get(name: string): string | undefined
  /** @throws invalid_request that names the parameter */
  require(name: string): string
}

/** The parameters of a request, from its query and its form. @throws ServiceError */
export const readParameters = async (request: Request): Promise<EtherscanParameters> => {
  const values = new Map<string, string>()
  const add = (parameters: URLSearchParams): void => {
    for (const [name, value] of parameters) values.set(name.toLowerCase(), value)
  }
  add(new URL(request.url).searchParams)
  if (request.method === 'POST') {
    const type = request.headers.get('content-type') ?? ''
    const text = await readBodyText(request, formBytesMax)
    if (text !== '' && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type.trim()))
      throw new ServiceError(
        'invalid_request',
        'The body must be a form, sent with content-type: application/x-www-form-urlencoded.',
      )
    add(new URLSearchParams(text))
  }
  const get = (name: string): string | undefined => values.get(name.toLowerCase()) || undefined
  return {
    get,
    require: (name) => {
      const value = get(name)
      if (value === undefined) throw badParameter(name, 'is required')
      return value
    },
  }
}

/** An address, in lower case. @throws invalid_request */
export const addressParameter = (parameters: EtherscanParameters, name: string): `0x${string}` => {
  const text = parameters.require(name)
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    throw badParameter(name, 'is not a valid hex address: expected 0x and 40 hex digits')
  return `0x${text.slice(2).toLowerCase()}`
}
