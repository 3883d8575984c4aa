import type { Api, Endpoint, Input } from './endpoint.ts'
import { type ParameterFault, ServiceError } from './errors.ts'
import type { RawParameters } from './raw-input.ts'

/** Parses raw parameters by the contract. Unknown ones are ignored, empty ones count as left out, faults come all at once. */
export const parseInput = <E extends Endpoint>(endpoint: E, raw: RawParameters): Input<E> => {
  const given: RawParameters = {}
  for (const name of Object.keys(endpoint.input.shape)) if (raw[name] !== '') given[name] = raw[name]
  const parsed = endpoint.input.safeParse(given)
  if (parsed.success) return parsed.data as Input<E>
  const details = parsed.error.issues.map(
    (issue): ParameterFault => ({ name: String(issue.path[0] ?? ''), message: issue.message }),
  )
  throw new ServiceError(
    'invalid_request',
    details.map(({ name, message }) => `${name} ${message}`.trim()).join('; '),
    {
      details,
      cause: parsed.error,
    },
  )
}

/** The names of an API's endpoints, typed. */
export const endpointNames = <A extends Api>(api: A): (keyof A & string)[] => Object.keys(api)
