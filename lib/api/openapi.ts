import { keysOf } from '#lib/base/typed-keys.ts'
import { type ExportFormat, exportAddress } from './export-address.ts'
import { type JsonSchema, jsonSchemaOfExamples } from './json-schema.ts'
import type { EndpointReference, ErrorReference, ParameterReference, SystemReference } from './reference.ts'
import { referenceOf, type ServedApi } from './reference.ts'

export type OpenApiOptions = {
  title: string
  version: string
  description?: string
  /** The public origin, e.g. `https://explorer.example`. */
  serverUrl: string
  apis: readonly ServedApi[]
  /** Operations of the server itself, by path. */
  paths?: Json
}

type Json = Record<string, unknown>
type NamedJson = Json & { name: string }

/** The OpenAPI 3.1 document of everything that is served, read from the contracts. */
export const openApiDocument = ({ title, version, description, serverUrl, apis, paths = {} }: OpenApiOptions): Json => {
  const systems = apis.map(referenceOf)
  const operations = systems.flatMap((system, index) => {
    const earlier = new Set(systems.slice(0, index).flatMap(({ endpoints }) => endpoints.map(({ name }) => name)))
    return system.endpoints.map((endpoint) => {
      const id = earlier.has(endpoint.name)
        ? system.name.replace(/-.*/, '') + capitalised(endpoint.name)
        : endpoint.name
      return { system, endpoint, id }
    })
  })
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description && { description }) },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      ...[...new Map(operations.map(({ system, endpoint }) => [tagOf(system, endpoint), system])).entries()].map(
        ([name, system]) => ({ name, description: system.summary }),
      ),
      { name: 'Server', description: 'Health, metrics and this document.' },
    ],
    paths: { ...pathsOf(operations), ...exportPathsOf(operations), ...paths },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: 'spyglass-account' },
          description:
            'The session of a visitor, for pages of this site alone. Over HTTPS its name begins with `__Host-`.',
        },
      },
      headers: componentHeaders,
      schemas: {
        ...Object.fromEntries(operations.map(({ endpoint, id }) => [answerName(id), endpoint.output])),
        ...Object.fromEntries(systems.map((system) => [errorName(system), errorSchemaOf(system)])),
      },
    },
  }
}

type Operation = { system: SystemReference; endpoint: EndpointReference; id: string }

const pathsOf = (operations: readonly Operation[]): Json => {
  const entries = operations.flatMap(({ system, endpoint, id }) =>
    [endpoint.path, ...endpoint.aliases].flatMap((path, index): [string, Json][] => {
      const method = endpoint.method.toLowerCase()
      const operationId = index === 0 ? id : `${id}Alias${index}`
      const own = operationOf(system, endpoint, operationId, id)
      const twins = (system.twins ?? []).map(({ from, to, suffix, note }): [string, Json] => [
        templateOf(path.replace(from, to)),
        {
          [method]: {
            ...own,
            operationId: `${operationId}${suffix}`,
            description: `${endpoint.description} ${note}`,
          },
        },
      ])
      return [[templateOf(path), { [method]: own }], ...twins]
    }),
  )
  const paths: Record<string, Json> = {}
  for (const [path, operation] of entries) paths[path] = { ...paths[path], ...operation }
  return paths
}

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const exportTypes = { csv: 'text/csv', jsonl: 'application/jsonl' } satisfies Record<ExportFormat, string>

/** Parameters of one page of a list: an export is all pages. */
const pageParameters = new Set(['limit', 'disable_total'])

/** Every list as a file, under the list's own path. */
const exportPathsOf = (operations: readonly Operation[]): Json =>
  Object.fromEntries(
    operations
      .filter(({ endpoint }) => endpoint.paged && endpoint.method === 'GET')
      .flatMap(({ system, endpoint, id }) =>
        keysOf(exportTypes).map((format) => {
          const { parameters, responses, ...operation } = operationOf(system, endpoint, id, id)
          const success = {
            description: `All records of the list, starting at \`cursor\` if given. ${exportNotes[format]}`,
            headers: { ...headersOf(answerHeaders), ...headersOf(['Content-Disposition']) },
            content: { [exportTypes[format]]: { schema: { type: 'string' } } },
          }
          return [
            templateOf(exportAddress(endpoint.path, format)),
            {
              get: {
                ...operation,
                operationId: `export${capitalised(id)}${capitalised(format)}`,
                summary: `${endpoint.summary}, as ${format === 'csv' ? 'CSV' : 'JSON Lines'}`,
                parameters: parameters.filter(({ name }) => !pageParameters.has(name)),
                responses: { ...responses, [endpoint.success]: success },
              },
            },
          ]
        }),
      ),
  )

const exportNotes: Record<ExportFormat, string> = {
  csv: 'If the export fails, the file is cut off.',
  jsonl: 'One record per line. If the export fails, the last line is `{"error":…}`.',
}

const componentHeaders: Record<string, Json> = {
  'X-Request-Id': {
    description: 'The id of this request in the server log.',
    schema: { type: 'string' },
  },
  'Server-Timing': { description: 'Processing time in milliseconds: `total;dur=1.5`.', schema: { type: 'string' } },
  'X-Rate-Limit-Limit': { description: 'Requests in one window.', schema: { type: 'number', minimum: 0 } },
  'X-Rate-Limit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer', minimum: 0 } },
  'X-Rate-Limit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer', minimum: 0 } },
  'X-Spyglass-Source': { description: 'The data source of this response.', schema: { type: 'string' } },
  'X-Index-Complete': {
    description: 'Whether the response is complete. Absent if unknown.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'X-Spyglass-Coverage': {
    description:
      'The indexed ranges of blocks or versions within the requested range, newest first, at most 8; or `none`.',
    schema: { type: 'string', pattern: '^(none|[0-9]+-[0-9]+(,[0-9]+-[0-9]+){0,7})$' },
  },
  'X-Spyglass-Indexed': { description: 'The newest indexed block or version.', schema: { type: 'string' } },
  'X-Spyglass-Indexed-Time': {
    description: 'The time of that block.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer', minimum: 0 } },
  'Content-Disposition': { description: 'The file name.', schema: { type: 'string' } },
}

const everyHeader = ['X-Request-Id', 'X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset']
const answerHeaders = [
  ...everyHeader,
  'X-Spyglass-Source',
  'X-Index-Complete',
  'X-Spyglass-Coverage',
  'X-Spyglass-Indexed',
  'X-Spyglass-Indexed-Time',
]

const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const operationOf = (
  system: SystemReference,
  endpoint: EndpointReference,
  operationId: string,
  id: string,
): Json & { parameters: readonly NamedJson[]; responses: Json } => {
  const inBody = endpoint.parameters.filter(({ place }) => place === 'body')
  return {
    operationId,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [tagOf(system, endpoint)],
    ...(system.isForPages && { security: [{ session: [] }] }),
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: endpoint.parameters
      .filter(({ place }) => place !== 'body')
      .map((parameter) => parameterOf(parameter, endpoint.example.input[parameter.name])),
    ...((endpoint.method === 'POST' || inBody.length > 0) && { requestBody: requestBodyOf(inBody, endpoint) }),
    responses: {
      [endpoint.success]: {
        description: endpoint.summary,
        headers: {
          ...headersOf([...answerHeaders, 'Server-Timing']),
          ...Object.fromEntries(
            Object.entries(endpoint.headers).map(([name, description]) => [
              name,
              { description, schema: { type: 'string' } },
            ]),
          ),
        },
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${answerName(id)}` },
            example: endpoint.example.output,
          },
        },
      },
      ...errorResponsesOf(system, endpoint.errors),
    },
  }
}

const parameterOf = (parameter: ParameterReference, example: unknown): NamedJson => ({
  name: parameter.name,
  in: parameter.place,
  required: parameter.required,
  description: describe(parameter),
  ...(parameter.deprecated && { deprecated: true }),
  schema: schemaOf(parameter),
  ...(parameter.list && { style: 'form', explode: true }),
  ...(example !== undefined && { example }),
})

const requestBodyOf = (parameters: readonly ParameterReference[], endpoint: EndpointReference): Json => {
  const { input } = endpoint.example
  const whole = parameters.find(({ name }) => name === endpoint.wholeBody)
  if (!whole) return fieldsBodyOf(parameters, input)
  const schema = { ...schemaOf(whole), description: describe(whole) }
  return { required: true, content: { 'application/json': { schema, example: input[whole.name] } } }
}

const fieldsBodyOf = (parameters: readonly ParameterReference[], example: Json): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          parameters.map((parameter) => [parameter.name, { ...schemaOf(parameter), description: describe(parameter) }]),
        ),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
      },
      // Parameters of the path are in the same input.
      example: Object.fromEntries(
        Object.entries(example).filter(([name]) => parameters.some((one) => one.name === name)),
      ),
    },
  },
})

const describe = ({ description, accepts }: ParameterReference): string => `${description} Accepted: ${accepts}.`.trim()

const schemaOf = ({ json, fallback }: ParameterReference): JsonSchema => ({
  ...json,
  ...(fallback !== undefined && { default: fallback }),
})

const retriedStatuses = [429, 502, 503, 504]

/** One response per status; codes with the same status are its examples. */
const errorResponsesOf = (system: SystemReference, errors: readonly ErrorReference[]): Json =>
  Object.fromEntries(
    [...Map.groupBy(errors, ({ status }) => status)].map(([status, group]) => [
      status,
      {
        description: group.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
        headers: {
          ...headersOf(everyHeader),
          ...(retriedStatuses.includes(status) && headersOf(['Retry-After'])),
        },
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${errorName(system)}` },
            examples: Object.fromEntries(group.map(({ code, body }) => [code, { value: body }])),
          },
        },
      },
    ]),
  )

const errorSchemaOf = ({ endpoints }: SystemReference): JsonSchema =>
  jsonSchemaOfExamples(endpoints.flatMap(({ errors }) => errors.map(({ body }) => body)))

/** If a system has a single group, its title is enough. */
const tagOf = ({ title }: SystemReference, { tag }: EndpointReference): string =>
  tag === title ? title : `${title}: ${tag}`

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const answerName = (id: string): string => `${capitalised(id)}Answer`
const errorName = ({ name }: SystemReference): string => `${name.split('-').map(capitalised).join('')}Error`
