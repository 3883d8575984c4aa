import { describe, expect, test } from 'vitest'
import { accountApi } from '#lib/account/contract/account-api.ts'
import { signInApi } from '#lib/account/contract/api.ts'
import { createClient } from '#lib/api/client/client.ts'
import type { Api, Endpoint } from '#lib/api/endpoint.ts'
import { describeParameter } from '#lib/api/input/parameter.ts'
import { type RawParameters, readQuery } from '#lib/api/input/raw-input.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createMatcher } from '#lib/api/route.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { isServiceError, type ParameterFault } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { everyApi, everyEndpoint } from './every-api.ts'
import { goodValueOf, wrongValueOf } from './sample-values.ts'

const parametersOf = (endpoint: Endpoint) =>
  Object.entries(endpoint.input.shape).map(([name, schema]) => ({ name, ...describeParameter(schema) }))

const faultsOf = (endpoint: Endpoint, raw: RawParameters): ParameterFault[] => {
  try {
    parseInput(endpoint, raw)
    return []
  } catch (error) {
    if (!isServiceError(error, 'invalid_request')) throw error
    expect(error.status).toBe(400)
    for (const { name, message } of error.details ?? []) expect(error.message).toContain(`${name} ${message}`)
    return error.details ?? []
  }
}

/** What a server sees of a request: the same steps as `serve` takes. */
const receive = async (api: Api, request: Request, baseUrl: string) => {
  const url = new URL(request.url)
  const match = createMatcher(api)(request.method, url.href.slice(baseUrl.length).split('?')[0] ?? '')
  if (match.kind !== 'found') return match
  const given = request.method === 'GET' ? {} : ((await request.json()) as RawParameters)
  const { wholeBody } = api[match.name] ?? {}
  const body = wholeBody === undefined ? given : { [wholeBody]: given }
  return { name: match.name, raw: { ...readQuery(url.searchParams), ...body, ...match.parameters } }
}

describe.each(everyEndpoint)('$title', ({ name, api, endpoint }) => {
  const example: RawParameters = endpoint.example.input
  const parameters = parametersOf(endpoint)
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, pathName]) => pathName)

  test('has an example with a valid request and a valid response', () => {
    expect(faultsOf(endpoint, example)).toEqual([])
    expect(endpoint.output.safeParse(endpoint.example.output).error).toBeUndefined()
  })

  test('passes a response through its schema unchanged, unknown fields included', () => {
    expect(endpoint.output.parse(endpoint.example.output)).toEqual(endpoint.example.output)
    const newer = (one: unknown) => (isFields(one) ? { ...one, field_of_a_later_version: 1 } : one)
    const { output } = endpoint.example
    const richer = Array.isArray(output) ? output.map(newer) : newer(output)
    expect(endpoint.output.parse(richer)).toEqual(richer)
  })

  test('accepts its own parsed input and parses it to itself', () => {
    const parsed = parseInput(endpoint, example)
    expect(parseInput(endpoint, parsed)).toEqual(parsed)
  })

  test('has a title, a tag and a description of every parameter', () => {
    expect(endpoint.summary.length).toBeGreaterThan(5)
    expect(endpoint.description.length).toBeGreaterThan(20)
    expect(endpoint.tag).not.toBe('')
    expect(parameters.filter(({ description }) => description === '')).toEqual([])
  })

  test('declares every path parameter as required', () => {
    const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
    for (const pathName of pathNames) expect(required).toContain(pathName)
  })

  test('names each required parameter that is missing or empty', () => {
    for (const { name: missing } of parameters.filter(({ required }) => required)) {
      const { [missing]: _, ...rest } = example
      for (const raw of [rest, { ...rest, [missing]: '' }])
        expect(faultsOf(endpoint, raw)).toEqual([{ name: missing, message: expect.stringContaining('is required') }])
    }
  })

  test('names each parameter with a wrong value, and the accepted form', () => {
    for (const { name: wrong, facts } of parameters) {
      if (facts.type === 'string' && facts.json.maxLength === undefined && facts.json.enum === undefined) continue
      const value = wrongValueOf(facts)
      expect(faultsOf(endpoint, { ...example, [wrong]: value })).toEqual([
        { name: wrong, message: expect.stringContaining(`expected ${facts.accepts}`) },
      ])
    }
  })

  test('reports all invalid parameters at once', () => {
    const wrong = parameters.filter(({ facts }) => facts.type !== 'string')
    const raw = Object.fromEntries(wrong.map(({ name, facts }) => [name, wrongValueOf(facts)]))
    expect(faultsOf(endpoint, { ...example, ...raw }).map((fault) => fault.name)).toEqual(wrong.map(({ name }) => name))
  })

  test('refuses a repeated parameter, unless it is a list', () => {
    for (const { name: twice } of parameters.filter(({ facts }) => !facts.list && !facts.isJson))
      expect(faultsOf(endpoint, { ...example, [twice]: ['a', 'b'] })).toEqual([
        { name: twice, message: expect.stringContaining('is given more than once') },
      ])
  })

  test('reads lists up to their maximum, and refuses one item more', () => {
    for (const { name: list, facts } of parameters.filter(({ facts }) => facts.list)) {
      const itemType = facts.type.replace('list of ', '')
      const max = Number(facts.json.maxItems)
      const values = Array.from({ length: max + 1 }, (_, n) => goodValueOf(itemType, n))
      expect(faultsOf(endpoint, { ...example, [list]: values.slice(1) })).toEqual([])
      expect(faultsOf(endpoint, { ...example, [list]: values })).toEqual([
        { name: list, message: expect.stringContaining(`has ${max + 1} values`) },
      ])
      const min = Number(facts.json.minItems ?? 0)
      expect(faultsOf(endpoint, { ...example, [list]: [] })).toHaveLength(min > 0 ? 1 : 0)
    }
  })

  test('reads every encoding of a list alike', () => {
    for (const { name: list, facts } of parameters.filter(({ facts }) => facts.list)) {
      const values = [1, 2, 3].map((n) => goodValueOf(facts.type.replace('list of ', ''), n))
      const read = (write: (value: string, index: number) => string) => {
        const raw = readQuery(new URLSearchParams(values.map(write).join('&')))
        return parseInput(endpoint, { ...example, ...raw })
      }
      const parsed = read((value) => `${list}=${value}`)
      expect(read((value) => `${list}[]=${value}`)).toEqual(parsed)
      expect(read((value) => `${list}%5B%5D=${value}`)).toEqual(parsed)
      expect(read((value, index) => `${list}[${index}]=${value}`)).toEqual(parsed)
      expect(read((value, index) => `${list}%5B${index}%5D=${value}`)).toEqual(parsed)
      const one = readQuery(new URLSearchParams({ [list]: values[0] ?? '' }))
      const oneOfList = readQuery(new URLSearchParams({ [`${list}[]`]: values[0] ?? '' }))
      expect(parseInput(endpoint, { ...example, ...one })).toEqual(parseInput(endpoint, { ...example, ...oneOfList }))
    }
  })

  test('ignores unknown parameters', () => {
    const unknown = { utm_source: 'x', constructor: 'y', toString: ['a', 'b'] }
    expect(parseInput(endpoint, { ...example, ...unknown })).toEqual(parseInput(endpoint, example))
  })

  test('receives the same input that the client sent', async () => {
    const baseUrl = 'https://spyglass.example/mounted/here'
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const sent: Request[] = []
      const client = createClient(
        { [name]: { ...endpoint, path } },
        {
          baseUrl,
          send: async (request) => {
            sent.push(request)
            return Response.json(endpoint.example.output, { status: endpoint.success ?? 200 })
          },
        },
      )
      expect(await client[name]?.(example)).toEqual(endpoint.example.output)
      const [request] = sent
      if (request === undefined) throw new Error('The client sent nothing')
      const received = await receive(api, request, baseUrl)
      expect(received).toMatchObject({ name })
      if ('raw' in received) expect(parseInput(endpoint, received.raw)).toEqual(parseInput(endpoint, example))
    }
  })

  test('sends parsed input over HTTP unchanged, so that a client can act as a source', async () => {
    const baseUrl = 'https://upstream.example'
    const parsed = parseInput(endpoint, example)
    const sent: Request[] = []
    const send = async (request: Request) => {
      sent.push(request)
      return Response.json(endpoint.example.output)
    }
    await createClient(api, { baseUrl, send })[name]?.(parsed)
    const [request] = sent
    if (request === undefined) throw new Error('The client sent nothing')
    const received = await receive(api, request, baseUrl)
    if (!('raw' in received)) throw new Error('The request matched nothing')
    expect(parseInput(endpoint, received.raw)).toEqual(parsed)
  })
})

describe('all contracts', () => {
  test('include every endpoint of the API', () => {
    const names = Object.values(everyApi).map((api) => Object.keys(api).sort())
    const explorerRoutes = { ...evmExplorerApi, ...aptosExplorerApi }
    expect(names).toEqual(
      [evmApi, aptosApi, signInApi, accountApi, explorerRoutes].map((routes) => Object.keys(routes).sort()),
    )
  })

  test('take a cursor if they are paged, and return one', () => {
    for (const { endpoint } of everyEndpoint) {
      const takesCursor = 'cursor' in endpoint.input.shape
      expect(takesCursor).toBe(endpoint.paged === 'cursor')
      if (takesCursor) expect(endpoint.example.output).toHaveProperty('cursor')
    }
  })
})
