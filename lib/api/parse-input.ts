import type * as z from 'zod'
import { type ParameterFault, ServiceError } from '#lib/base/errors.ts'
import type { Api, Endpoint } from './endpoint.ts'
import { describeParameter } from './input/parameter.ts'
import type { RawParameters } from './input/raw-input.ts'

/**
 * Adds the chain that values name themselves (`eip155:1:0x…`, a link to another explorer) to parameters without one.
 * Returns a fault for each value that names another chain than the request.
 */
const addNamedPlaces = (endpoint: Pick<Endpoint, 'input'>, given: RawParameters): ParameterFault[] => {
  const { shape } = endpoint.input
  return Object.entries(shape).flatMap(([name, schema]) => {
    const { placeOf } = given[name] === undefined ? {} : describeParameter(schema).facts
    if (!placeOf) return []
    return [given[name]].flat().flatMap((raw) => {
      const place = typeof raw === 'string' ? placeOf(raw) : undefined
      const target = place && shape[place.parameter]
      if (!place || !target) return []
      given[place.parameter] ??= place.value
      const other = target.safeParse(given[place.parameter])
      if (!other.success || !place.contradicts(other.data)) return []
      return [
        {
          name,
          message: `is on ${place.value}, but ${place.parameter} is ${String(other.data)}: expected one of them`,
        },
      ]
    })
  })
}

/**
 * Parses raw parameters by the contract. Unknown ones are ignored, empty ones count as omitted, and all errors are
 * reported at once.
 */
export const parseInput = <E extends Pick<Endpoint, 'input'>>(
  endpoint: E,
  raw: RawParameters,
): z.output<E['input']> => {
  const given: RawParameters = {}
  for (const name of Object.keys(endpoint.input.shape)) if (raw[name] !== '') given[name] = raw[name]
  const contradictions = addNamedPlaces(endpoint, given)
  const parsed = endpoint.input.safeParse(given)
  if (parsed.success && contradictions.length === 0) return parsed.data as z.output<E['input']>
  const details = (parsed.error?.issues ?? [])
    .map((issue): ParameterFault => ({ name: String(issue.path[0] ?? ''), message: issue.message }))
    .concat(contradictions)
  throw new ServiceError(
    'invalid_request',
    details.map(({ name, message }) => `${name} ${message}`.trim()).join('; '),
    {
      details,
      cause: parsed.error,
    },
  )
}

/** @throws invalid_request naming every parameter of the query that the endpoint does not have, and those it has. */
export const refuseUnknown = (endpoint: Endpoint, query: RawParameters): void => {
  const accepted = Object.keys(endpoint.input.shape).filter((name) => !endpoint.path.split('/').includes(`:${name}`))
  const unknown = Object.keys(query).filter((name) => !accepted.includes(name))
  if (unknown.length === 0) return
  const clause = `is not a parameter of this endpoint: expected ${accepted.join(', ')}`
  const details = unknown.slice(0, unknownShown).map((name) => ({ name: name.slice(0, 80), message: clause }))
  const names = details.map(({ name }) => name).join(', ')
  const message =
    details.length > 1 ? `${names} ${clause.replace('is not a parameter', 'are not parameters')}` : `${names} ${clause}`
  throw new ServiceError('invalid_request', message, { details })
}

/** Unknown parameters that an error names at most. */
const unknownShown = 20

/** The names of an API's endpoints, typed. */
export const endpointNames = <A extends Api>(api: A): (keyof A & string)[] => Object.keys(api)

/** Looks up an endpoint of an API by one of its names. */
export const endpointOf = <A extends Api>(api: A, name: keyof A & string): A[keyof A & string] => api[name]
