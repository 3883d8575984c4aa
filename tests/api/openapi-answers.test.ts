import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeQuery } from '#lib/api/input/raw-input.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { isFull } from '#tests/support/tier.ts'

/*
 * The served document against the server itself, on the demo ledger: whatever it answers, the document declares the status, the
 * body and the headers.
 */

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>
type Answer = { content?: Content; headers?: Json }
type Parameter = { name: string; in: string; required: boolean; schema: Json; example?: unknown }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
type Place = { path: string; method: string; at: string; operation: Operation }

let server: Awaited<ReturnType<typeof demoApi>>
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Json> } }
let places: Place[]
let validatorAt: (pointer: string, schema: Json) => ValidateFunction

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Transactions of Aptos are passed on as a node answers them, with all their fields. */
const isPassedOn = (path: string): boolean =>
  /^\/api\/aptos(-testnet)?\/blocks\/|^\/api\/explorer\/aptos\/versions\//.test(path)

/** The same schema without further fields: objects allow them, so that fields may be added, but what this version answers is declared. */
const closed = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const copy: Json = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  const isOpen = copy.properties !== undefined && JSON.stringify(copy.additionalProperties ?? {}) === '{}'
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as Value
}

beforeAll(async () => {
  server = await demoApi()
  document = await (await fetch(`${server.url}/api/openapi.json`)).json()
  // Keywords of OpenAPI itself are not JSON Schema's: what is checked strictly is the document, below.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const open = JSON.stringify(Object.entries(document.paths).filter(([path]) => isPassedOn(path)))
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    open.includes(`#/components/schemas/${name}"`) ? schema : closed(schema),
  ])
  ajv.addSchema(
    { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } },
    'openapi',
  )
  // Operations share most of their schemas: 200 in 4,000 places.
  const compiled = new Map<string, ValidateFunction>()
  validatorAt = (pointer, schema) => {
    const text = JSON.stringify(schema)
    const known = compiled.get(text) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(text, known)
    return known
  }
  places = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation,
      at: `/paths/${escaped(path)}/${method}`,
    })),
  )
})
afterAll(async () => {
  await server?.stop()
})

const faultsOf = (pointer: string, schema: Json, value: unknown): string[] => {
  const validate = validatorAt(pointer, schema)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${pointer} ${instancePath} ${message}`)
}

test('the served document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(document)
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('every example matches its schema', async () => {
  const faults = places.flatMap(({ at, operation }) => [
    ...operation.parameters.flatMap(({ schema, example }, index) =>
      example === undefined ? [] : faultsOf(`${at}/parameters/${index}/schema`, schema, example),
    ),
    ...contentFaults(`${at}/requestBody`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      contentFaults(`${at}/responses/${status}`, content),
    ),
  ])
  // Compiling the schemas took longer than the server keeps an idle connection: its end is noticed before the next request.
  await new Promise(setImmediate)
  expect(faults).toEqual([])
})

const contentFaults = (at: string, content: Content = {}): string[] =>
  Object.entries(content).flatMap(([type, { schema, example, examples = {} }]) => {
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
    return values.flatMap((value) => faultsOf(`${at}/content/${escaped(type)}/schema`, schema, value))
  })

/** Values of answers by the name of their field, to ask other operations with. */
const seen = new Map<string, Set<string>>()
const seenMax = 6
/** NFTs, whose address and id belong together. */
const nfts: { address: unknown; token_id: unknown }[] = []

const remember = (value: unknown, name = ''): void => {
  if (Array.isArray(value)) for (const one of value.slice(0, 20)) remember(one, name)
  else if (typeof value === 'object' && value !== null) {
    if ('token_address' in value && 'token_id' in value && 'owner_of' in value && nfts.length < seenMax)
      nfts.push({ address: value.token_address, token_id: value.token_id })
    for (const [key, inner] of Object.entries(value)) remember(inner, key)
  } else if (typeof value === 'string' || typeof value === 'number') {
    const values = seen.get(name) ?? new Set()
    if (values.size < seenMax) values.add(String(value))
    seen.set(name, values)
  }
}

/** Where the values of a parameter are found, when they are not fields of the same name. */
const namesOf: Record<string, readonly string[]> = {
  address: [
    'token_address',
    'from_address',
    'to_address',
    'contract_address',
    'owner_of',
    'address',
    'creator_address',
    'owner_address',
  ],
  // Of ERC20 events.
  token_address: ['contract_address'],
  block_number_or_hash: ['block_number', 'block_hash', 'number'],
  transaction_hash: ['transaction_hash', 'hash'],
  creators_list: ['creator_address'],
  wallet_addresses: ['owner_address', 'from_address', 'to_address'],
  token_ids: ['token_data_id_hash'],
  version: ['version', 'transaction_version', 'first_version', 'last_version'],
  q: ['name', 'symbol'],
}

/** Values of the demo ledger that are in no list. */
const unlisted: Record<string, readonly string[]> = { domain: ['ferry-payouts.demo'] }

const valuesOf = ({ name, schema, example }: Parameter): unknown[] => {
  if (Array.isArray(schema.enum)) return schema.enum
  if (unlisted[name]) return [...unlisted[name], example]
  const found = (namesOf[name] ?? [name]).flatMap((field) => [...(seen.get(field) ?? [])].slice(0, 2))
  return example === undefined ? found : [...found, example].slice(-5)
}

/**
 * What to ask of an operation: each of its required parameters' values in turn, without and with all optional switches, and once with a
 * fault.
 */
const asksOf = ({ operation, path }: Place): Record<string, unknown>[][] => {
  // An event search needs a contract, an event or a topic.
  const isRequired = ({ name, required }: Parameter) => required || (path.endsWith('/evm/logs') && name === 'address')
  const required = operation.parameters.filter(isRequired).map((one) => ({ ...one, values: valuesOf(one) }))
  const count = Math.max(1, ...required.map(({ values }) => values.length))
  const base = Array.from({ length: count }, (_, turn) =>
    Object.fromEntries(required.map(({ name, values }) => [name, values[turn % values.length]])),
  )
  if (required.some(({ name }) => name === 'token_id')) base.push(...nfts)
  const switches = operation.parameters.filter(
    ({ required, schema }) => !required && (schema.enum || schema.type === 'boolean'),
  )
  const all = Object.fromEntries(
    switches.map(({ name, schema }) => [name, Array.isArray(schema.enum) ? schema.enum.at(-1) : 'true']),
  )
  const isEvm = operation.parameters.some(({ name }) => name === 'chain')
  const chain = isEvm ? { chain: 'demo' } : {}
  const [first = {}, ...others] = base.map((ask) => ({ ...ask, ...chain }))
  const faulty = { ...first, limit: 'x' }
  if (!isFull) return [[{ ...all, ...first }, faulty], ...base.map((ask) => [{ ...ask, ...chain }])]
  return [[first, { ...all, ...first }, faulty], ...others.map((ask) => [ask, { ...all, ...ask }])]
}

const ask = async (place: Place, parameters: Record<string, unknown>, key?: string) => {
  const inPath = new Set(place.operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name))
  const path = place.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
  const query = writeQuery(Object.fromEntries(Object.entries(parameters).filter(([name]) => !inPath.has(name))))
  const response = await fetch(`${server.url}${path}?${query}`, {
    headers: key === undefined ? {} : { 'x-api-key': key },
    signal: AbortSignal.timeout(20_000),
  })
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const text = type === 'text/event-stream' ? await firstEvent(response) : await response.text()
  return { response, type, body: type === 'application/json' ? JSON.parse(text) : text, asked: `${path}?${query}` }
}

/** The text of an endless answer up to its first data. */
const firstEvent = async ({ body }: Response): Promise<string> => {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes('\ndata: ')) break
  }
  return text
}

/** Of every answer: how its operation declares it. */
const answerFaults = (place: Place, { response, type, body, asked }: Awaited<ReturnType<typeof ask>>): string[] => {
  const declared = place.operation.responses[response.status]
  if (declared === undefined)
    return [`${place.path}: ${response.status} is not declared: ${JSON.stringify(body).slice(0, 60)}`]
  const content = declared.content?.[type]
  if (content === undefined) return [`${asked}: ${response.status} of ${type} is not declared`]
  const names = new Set(Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase()))
  const headers = [...response.headers.keys()].filter((name) =>
    /^x-(?!content|frame)|^retry-after|^content-disposition/.test(name),
  )
  const undeclared = headers.filter((name) => !names.has(name) && place.path.split('/')[2] !== 'health')
  return [
    ...undeclared.map((name) => `${place.path}: the header ${name} is not declared`),
    ...faultsOf(`${place.at}/responses/${response.status}/content/${escaped(type)}/schema`, content.schema, body).map(
      (one) => `${asked}: ${one}`,
    ),
  ]
}

test('every response of every operation matches the document', { timeout: isFull ? 900_000 : 240_000 }, async () => {
  const faults: string[] = []
  const answered = new Set<string>()
  const reads = places.filter(({ method }) => method === 'get')
  // Lists tell what the others can be asked with: a second round reaches what the first had no values for.
  for (const round of [1, 2])
    for (const place of reads.filter(({ operation }) => round === 1 || !answered.has(operation.operationId)))
      for (const [turn, asks] of asksOf(place).entries()) {
        // Further values are only tried in `npm test` until there is an answer.
        if (!isFull && turn > 0 && answered.has(place.operation.operationId)) break
        for (const parameters of asks) {
          const answer = await ask(place, parameters, apiKey)
          faults.push(...answerFaults(place, answer))
          if (answer.response.ok) answered.add(place.operation.operationId)
          if (answer.response.ok && answer.type === 'application/json') remember(answer.body)
        }
      }
  for (const place of reads.slice(0, 3))
    faults.push(...answerFaults(place, await ask(place, asksOf(place)[0]?.[0] ?? {})))
  expect([...new Set(faults)].slice(0, 60)).toEqual([])
  const never = reads.filter(({ operation }) => !answered.has(operation.operationId)).map(({ path }) => path)
  // The demo ledger has no testnet, no verified sources, no past prices, no exchange, and a node that runs nothing. Its allowances, its one
  // pair and the document of a collection, whose addresses no list tells, are asked by tests/sdk/ledger-values.test.ts; the tests of
  // Aptos check the answers of its single records, those of the account theirs.
  const isRecorded = (path: string) =>
    !/^\/api\/(aptos-testnet|explorer\/aptos|session)\//.test(path) &&
    !/\/(source$|simulation|allowance$|net-worth$|pairAddress$|price$|reserves$|nft\/\{address\}\/metadata$)/.test(path)
  expect(never.filter(isRecorded)).toEqual([])
})
