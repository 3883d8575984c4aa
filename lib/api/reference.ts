import { type ErrorCode, errorCodes, ServiceError } from '#lib/base/errors.ts'
import { keysOf } from '#lib/base/typed-keys.ts'
import type { Api, ApiRoot, Endpoint } from './endpoint.ts'
import type { RenderError } from './error-bodies.ts'
import { describeParameter } from './input/parameter.ts'
import { type JsonSchema, jsonSchemaOf, withoutNull } from './json-schema.ts'
import type { Route } from './route.ts'

/**
 * A second mount of an API: `/api/v2.2` for `/api/v2`. `suffix` distinguishes its operations, `note` describes the
 * difference.
 */
type ApiTwin = { from: string; to: string; suffix: string; note: string }

/** A mounted API: its base path and its error format. Its name is in page URLs. */
export type ServedApi = ApiRoot & {
  title: string
  summary: string
  api: Api
  /** The file that exports `api`, for code samples in TypeScript. */
  file: string
  /** Further places that answer the same paths. */
  twins?: readonly ApiTwin[]
  renderError: RenderError
  /** Only pages of this site may call it: the session of the visitor takes the place of a key. */
  isForPages?: boolean
}

export type ParameterReference = {
  name: string
  place: 'path' | 'query' | 'body'
  type: string
  list: boolean
  isJson: boolean
  required: boolean
  /** The value in force when it is left out. */
  fallback: unknown
  accepts: string
  /** The accepted values, if they are a closed list. */
  words: readonly string[]
  description: string
  deprecated: boolean
  json: JsonSchema
}

/** A field of a response; `path` is written as in `result[].token_id`. */
export type FieldReference = {
  path: string
  type: string
  nullable: boolean
  optional: boolean
  description: string
}

export type ErrorReference = { code: ErrorCode; status: number; when: string; body: Record<string, unknown> }

export type EndpointReference = {
  name: string
  method: Endpoint['method']
  /** With the base path, parameters as `:name`. */
  path: string
  aliases: readonly string[]
  success: number
  inQuery: Route['inQuery']
  wholeBody: Route['wholeBody']
  /** Additional response headers, by name. */
  headers: Readonly<Record<string, string>>
  paged: boolean
  summary: string
  description: string
  tag: string
  deprecated: boolean
  parameters: ParameterReference[]
  fields: FieldReference[]
  output: JsonSchema
  errors: ErrorReference[]
  example: { input: Record<string, unknown>; output: unknown }
}

export type SystemReference = Omit<ServedApi, 'api' | 'renderError'> & { endpoints: EndpointReference[] }

/** The documentation of an API, derived from its contract. */
export const referenceOf = ({ api, renderError, ...system }: ServedApi): SystemReference => ({
  ...system,
  endpoints: Object.entries(api).map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: system.basePath + endpoint.path,
    aliases: (endpoint.aliases ?? []).map((path) => system.basePath + path),
    success: endpoint.success ?? 200,
    inQuery: endpoint.inQuery,
    wholeBody: endpoint.wholeBody,
    headers: endpoint.headers ?? {},
    paged: endpoint.paged === 'cursor',
    summary: endpoint.summary,
    description: endpoint.description,
    tag: endpoint.tag,
    deprecated: endpoint.deprecated ?? false,
    parameters: parametersOf(endpoint),
    fields: fieldsOfAnswer(jsonSchemaOf(endpoint.output)),
    output: jsonSchemaOf(endpoint.output),
    errors: errorsOf(endpoint, renderError, system.isForPages ? pageErrorTexts : errorTexts),
    example: endpoint.example,
  })),
})

const parametersOf = (endpoint: Endpoint): ParameterReference[] =>
  Object.entries(endpoint.input.shape).map(([name, schema]) => {
    const { facts, required, fallback, description, deprecated } = describeParameter(schema)
    const words = facts.json.enum
    return {
      name,
      place: placeOf(endpoint, name),
      type: facts.type,
      list: facts.list ?? false,
      isJson: facts.isJson ?? false,
      required,
      fallback,
      accepts: facts.accepts,
      words: Array.isArray(words) ? words.map(String) : [],
      description,
      deprecated,
      json: facts.json,
    }
  })

const placeOf = ({ path, method, inQuery }: Endpoint, name: string): ParameterReference['place'] => {
  if (path.split('/').includes(`:${name}`)) return 'path'
  return method === 'GET' || inQuery?.includes(name) ? 'query' : 'body'
}

/** An answer may be a bare list: its fields are then those of its items. */
const fieldsOfAnswer = (schema: JsonSchema): FieldReference[] =>
  schema.items ? fieldsOf(withoutNull(schema.items).shown, '[]') : fieldsOf(schema)

/** The fields of an answer as flat rows, in the order in which they are written. */
const fieldsOf = (schema: JsonSchema, prefix = ''): FieldReference[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const { shown, nullable } = withoutNull(field)
    const items = shown.items ?? shown
    const row = {
      path,
      type: typeOf(shown),
      nullable,
      optional: !schema.required?.includes(name),
      description: field.description ?? '',
    }
    const inner = withoutNull(items).shown
    return [row, ...fieldsOf(inner, shown.items ? `${path}[]` : path)]
  })

/** Patterns of `record.ts` by readable name. */
const patternNames: Record<string, string> = {
  '^\\d+$': 'decimal',
  '^0x([0-9a-f]{2})*$': 'hex',
  '^0x[0-9a-f]{1,64}$': 'address',
}
const formatNames: Record<string, string> = { 'date-time': 'timestamp', date: 'date' }

const typeOf = (schema: JsonSchema): string => {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${typeOf(withoutNull(schema.items).shown)}`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])
  const known = formatNames[schema.format ?? ''] ?? patternNames[schema.pattern ?? '']
  return known ?? types.join(' or ')
}

const requestId = '7f9c24e8-3b12-4f6a-9d0e-5c1a2b3d4e5f'

type ErrorTexts = Partial<Record<ErrorCode, { when: string; message: string }>>

/** The cause of each error, and the message of its example. */
const errorTexts: ErrorTexts = {
  chain_not_served: {
    when: 'The chain or network is known, but this server does not serve it. The message names the variable to set.',
    message: 'Polygon is not indexed here. Set NODE_URL_POLYGON to index Polygon here.',
  },
  key_required: { when: 'The request has no API key.', message: 'API KEY missing from x-api-key header' },
  key_unknown: { when: 'The API key is unknown or has been revoked.', message: 'Invalid key' },
  forbidden: {
    when: 'The API key lacks the required scope.',
    message: "This key has no scope 'evm'.",
  },
  not_found: { when: 'The resource does not exist or is not known to this server.', message: 'Not found.' },
  body_too_large: { when: 'The body is larger than 64 KiB.', message: 'The body must not be larger than 64 KiB.' },
  rate_limited: {
    when: 'Too many requests from this key or address. `Retry-After` says when to retry.',
    message: 'Rate Limit exceeded',
  },
  internal: {
    when: 'Something went wrong on our side. The server log has the cause under the request id.',
    message: 'Something went wrong on our side.',
  },
  upstream_failed: {
    when: 'A node or upstream that this request depends on failed.',
    message: 'The upstream did not return a usable response.',
  },
  not_available: {
    when: 'No source of this server can serve this right now, or has the requested data.',
    message: 'This is not available here.',
  },
  upstream_timeout: {
    when: 'A node or upstream that this request depends on did not respond in time.',
    message: 'The upstream did not respond in time.',
  },
}

const pageErrorTexts: ErrorTexts = {
  ...errorTexts,
  chain_not_served: undefined,
  key_unknown: undefined,
  key_required: {
    when: 'Nobody is signed in with this browser.',
    message: 'You are not signed in here. Please sign in.',
  },
  forbidden: {
    when: 'The request does not come from a page of this site.',
    message: 'Only pages of https://explorer.example may do this.',
  },
  body_too_large: { when: 'The body is larger than 16 KiB.', message: 'The body must not be larger than 16 KiB.' },
  rate_limited: {
    when: 'Too many attempts from this network. `Retry-After` says when to retry.',
    message: 'Too many attempts. Try again in 12 s.',
  },
}

const errorsOf = (endpoint: Endpoint, renderError: RenderError, texts: ErrorTexts): ErrorReference[] => {
  const namesOneThing = endpoint.isNotFound ?? (endpoint.path.includes('/:') && !endpoint.paged)
  const wrong = parametersOf(endpoint).find(({ type }) => type !== 'cursor')
  const fault = { name: wrong?.name ?? '', message: `is not valid: expected ${wrong?.accepts ?? ''}` }
  const reference = (error: ServiceError, when: string): ErrorReference => ({
    code: error.code,
    status: error.status,
    when,
    body: renderError(error, requestId),
  })
  const bad = new ServiceError('invalid_request', `${fault.name} ${fault.message}`, { details: [fault] })
  const others = keysOf(errorCodes).flatMap((code) => {
    const text = texts[code]
    if (text === undefined || (code === 'not_found' && !namesOneThing)) return []
    if (code === 'body_too_large' && endpoint.method === 'GET') return []
    return [reference(new ServiceError(code, text.message), text.when)]
  })
  const first =
    wrong === undefined
      ? []
      : [reference(bad, 'One or more parameters are missing or not valid; all of them are listed.')]
  return [...first, ...others]
}
