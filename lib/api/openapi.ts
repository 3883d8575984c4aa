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
}

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of everything that is served, read from the contracts. */
export const openApiDocument = ({ title, version, description, serverUrl, apis }: OpenApiOptions): Json => {
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
    tags: [...new Map(operations.map(({ system, endpoint }) => [tagOf(system, endpoint), system])).entries()].map(
      ([name, system]) => ({ name, description: system.summary }),
    ),
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token.' },
      },
      headers: {
        RequestId: {
          description: 'The id under which the log of the server has this request.',
          schema: { type: 'string' },
        },
        RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
      },
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
    [endpoint.path, ...endpoint.aliases].map((path, index): [string, Json] => [
      path.replace(/:(\w+)/g, '{$1}'),
      { [endpoint.method.toLowerCase()]: operationOf(system, endpoint, index === 0 ? id : `${id}Alias${index}`, id) },
    ]),
  )
  return Object.fromEntries(entries)
}

const operationOf = (system: SystemReference, endpoint: EndpointReference, operationId: string, id: string): Json => {
  const inBody = endpoint.parameters.filter(({ place }) => place === 'body')
  return {
    operationId,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [tagOf(system, endpoint)],
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: endpoint.parameters
      .filter(({ place }) => place !== 'body')
      .map((parameter) => parameterOf(parameter, endpoint.example.input[parameter.name])),
    ...(inBody.length > 0 && { requestBody: requestBodyOf(inBody, endpoint.example.input) }),
    responses: {
      [endpoint.success]: {
        description: endpoint.summary,
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
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

const parameterOf = (parameter: ParameterReference, example: unknown): Json => ({
  name: parameter.name,
  in: parameter.place,
  required: parameter.required,
  description: describe(parameter),
  schema: schemaOf(parameter),
  ...(parameter.list && { style: 'form', explode: true }),
  ...(example !== undefined && { example }),
})

const requestBodyOf = (parameters: readonly ParameterReference[], example: Json): Json => ({
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
      example,
    },
  },
})

const describe = ({ description, accepts }: ParameterReference): string => `${description} Accepted: ${accepts}.`.trim()

const schemaOf = ({ json, fallback }: ParameterReference): JsonSchema => ({
  ...json,
  ...(fallback !== undefined && { default: fallback }),
})

/** One response per status; codes that share one are examples of it. */
const errorResponsesOf = (system: SystemReference, errors: readonly ErrorReference[]): Json =>
  Object.fromEntries(
    [...Map.groupBy(errors, ({ status }) => status)].map(([status, group]) => [
      status,
      {
        description: group.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
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

/** Where a whole system is one group, its title says enough. */
const tagOf = ({ title }: SystemReference, { tag }: EndpointReference): string =>
  tag === title ? title : `${title}: ${tag}`

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const answerName = (id: string): string => `${capitalised(id)}Answer`
const errorName = ({ name }: SystemReference): string => `${name.split('-').map(capitalised).join('')}Error`
