import { etherscanModules } from './etherscan-actions.ts'
import type { EtherscanModule } from './kit/action.ts'

type Json = Record<string, unknown>

const text = { type: 'string' }
const answer = {
  description: 'Every answer, errors too.',
  content: {
    'application/json': {
      schema: {
        oneOf: [
          {
            type: 'object',
            properties: {
              status: { ...text, enum: ['0', '1'] },
              message: { ...text, description: '`OK`, `NOTOK`, or which rows were not found.' },
              result: { description: 'What was asked for; the text of an error.' },
            },
            required: ['status', 'message', 'result'],
          },
          {
            type: 'object',
            description: 'Of the module proxy, as a node answers.',
            properties: {
              jsonrpc: { ...text, const: '2.0' },
              id: { type: 'integer' },
              result: {},
              error: { type: 'object' },
            },
            required: ['jsonrpc', 'id'],
          },
        ],
      },
      example: { status: '1', message: 'OK', result: [] },
    },
  },
  headers: Object.fromEntries(
    ['X-Request-Id', 'X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Retry-After'].map(
      (name) => [name, { $ref: `#/components/headers/${name}` }],
    ),
  ),
}

const modules: Readonly<Record<string, EtherscanModule>> = etherscanModules
const actionsOf = (module: string): string[] => Object.keys(modules[module] ?? {})

/** Every parameter of any action, with the actions that read it. */
const ownParameters = (): Json[] => {
  const readers = new Map<string, { actions: string[]; accepts: string }>()
  for (const [module, actions] of Object.entries(modules))
    for (const [action, { parameters }] of Object.entries(actions))
      for (const [name, { accepts }] of Object.entries(parameters)) {
        const known = readers.get(name) ?? { actions: [], accepts }
        known.actions.push(`${module}.${action}`)
        readers.set(name, known)
      }
  return [...readers].map(([name, { actions, accepts }]) => ({
    name,
    in: 'query',
    required: false,
    description: `Read by ${actions.map((one) => `\`${one}\``).join(', ')}. Accepted: ${accepts}.`,
    schema: text,
  }))
}

const query = (name: string, required: boolean, schema: Json, description: string): Json => ({
  ...{ name, in: 'query', required, schema },
  description: `${description} Accepted: ${Array.isArray(schema.enum) ? 'one of the listed names' : 'text'}.`,
})

const door = (operationId: string, summary: string, first: readonly Json[]): Json => ({
  get: {
    ...{ operationId, summary, tags: ['Server'] },
    description: `Etherscan's API, also as a form with POST. The actions of each module: ${Object.keys(modules)
      .map((module) => `\`${module}\`: ${actionsOf(module).join(', ')}`)
      .join('. ')}. Each is described at /docs/etherscan.`,
    security: [{}, { apiKey: [] }],
    parameters: [
      ...first,
      query('module', true, { ...text, enum: Object.keys(modules) }, 'The module.'),
      query(
        'action',
        true,
        { ...text, enum: [...new Set(Object.keys(modules).flatMap(actionsOf))] },
        'An action of the module.',
      ),
      query('apikey', false, text, 'A key of this server, where it needs one.'),
      ...ownParameters(),
    ],
    responses: { 200: answer },
  },
})

const chainId = (required: boolean) =>
  query('chainid', required, { ...text, pattern: '^[0-9]+$' }, 'The id of the chain.')

/** The doors of Etherscan's API as operations of the OpenAPI document. */
export const etherscanOpenApiPaths: Readonly<Record<string, Json>> = {
  '/v2/api': door('etherscanV2', "Etherscan's API, V2", [chainId(true)]),
  '/api': door('etherscanV1', "Etherscan's API, V1", [chainId(false)]),
  '/{chain}/api': door('etherscanV1OfChain', "Etherscan's API, V1, of a chain", [
    {
      ...{ name: 'chain', in: 'path', required: true, schema: text },
      description: 'The chain. Accepted: its name or id.',
      example: 'demo',
    },
  ]),
  '/v2/chainlist': {
    get: {
      ...{ operationId: 'etherscanChains', tags: ['Server'], parameters: [], security: [{}] },
      summary: "Chains of Etherscan's API",
      description: 'The chains that this server serves, in the form of Etherscan.',
      responses: {
        200: {
          description: 'The chains.',
          headers: answer.headers,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  comments: text,
                  totalcount: { type: 'integer' },
                  result: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        ...{ chainname: text, chainid: text, blockexplorer: text, apiurl: text },
                        status: { type: 'integer' },
                      },
                      required: ['chainname', 'chainid', 'blockexplorer', 'apiurl', 'status'],
                    },
                  },
                },
                required: ['comments', 'totalcount', 'result'],
              },
            },
          },
        },
      },
    },
  },
}
