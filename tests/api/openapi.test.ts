import { describe, expect, test } from 'vitest'
import { openApiDocument } from '#lib/api/openapi.ts'
import { referenceOf } from '#lib/api/reference.ts'
import { furtherPaths, servedApis } from '#lib/server/served-apis.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  tags: string[]
  deprecated?: boolean
  parameters: { name: string; in: string; required: boolean; deprecated?: boolean; schema: Json; description: string }[]
  requestBody?: { content: { 'application/json': { schema: { properties: Json; required: string[] } } } }
  responses: Record<string, { description: string; content: Json; headers: Json }>
}

// Through JSON, as it is sent: whatever is lost on the way is lost for the reader.
const document = JSON.parse(
  JSON.stringify(
    openApiDocument({
      title: 'Spyglass',
      version: '1.0.0',
      serverUrl: 'https://explorer.example',
      apis: servedApis,
      paths: furtherPaths,
    }),
  ),
)
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

const resolved = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  test('has the parts that OpenAPI 3.1 requires', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toEqual({ title: 'Spyglass', version: '1.0.0' })
    expect(document.servers).toEqual([{ url: 'https://explorer.example' }])
  })

  test('lists every endpoint under every path that it serves', () => {
    const paths = servedApis.flatMap(({ api, basePath, twins = [] }) =>
      Object.values(api).flatMap(({ method, path, paged, aliases = [] }) => [
        ...[path, ...aliases].flatMap((one) => [
          `${method.toLowerCase()} ${basePath}${one}`,
          ...twins.map(({ from, to }) => `${method.toLowerCase()} ${`${basePath}${one}`.replace(from, to)}`),
        ]),
        ...(paged && method === 'GET'
          ? ['csv', 'jsonl'].map((format) => `get ${basePath}${path}`.replace('/api/', `/api/export/${format}/`))
          : []),
      ]),
    )
    const expected = [
      ...paths.map((one) => one.replace(/:(\w+)/g, '{$1}')),
      ...Object.keys(furtherPaths).map((path) => `get ${path}`),
    ]
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(expected.sort())
    for (const path of [
      '/api/v2.2/{address}/nft',
      '/api/aptos-testnet/nfts/owners',
      '/api/export/csv/v2/{address}/nft',
      '/api/health',
    ])
      expect(document.paths).toHaveProperty([path])
  })

  test('marks deprecated parameters and fields', () => {
    const deprecated = operations.filter(({ path, operation }) => path.startsWith('/api/v2/') && operation.deprecated)
    expect(deprecated.map(({ path }) => path).sort()).toEqual([
      '/api/v2/erc20/approvals',
      '/api/v2/erc20/burns',
      '/api/v2/erc20/mints',
      '/api/v2/erc20/transfers',
      '/api/v2/nft/search',
    ])
    const parameters = operations.flatMap(({ operation }) => operation.parameters.filter((one) => one.deprecated))
    expect([...new Set(parameters.map(({ name }) => name))].sort()).toEqual(['direction', 'disable_total'])
    for (const { path, operation } of operations)
      for (const { name, deprecated } of path.startsWith('/api/v2/') ? operation.parameters : [])
        if (name === 'direction' || name === 'disable_total') expect(deprecated).toBe(true)
  })

  test('has no dangling references', () => {
    const all = references(document)
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter((reference) => resolved(reference) === undefined)).toEqual([])
  })

  test('has unique operation ids that are valid identifiers in every language', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
  })

  test('declares every path parameter once and as required, and no others', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name).sort()).toEqual(names.sort())
      expect(inPath.every(({ required }) => required)).toBe(true)
      const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('gives every parameter a schema and a description, and only POST a body', () => {
    for (const { method, operation } of operations) {
      for (const { schema, description } of operation.parameters) {
        expect(Object.keys(schema).length).toBeGreaterThan(0)
        expect(description).toMatch(/Accepted: /)
      }
      expect(operation.requestBody !== undefined).toBe(method === 'post')
      const body = operation.requestBody?.content['application/json'].schema
      for (const name of body?.required ?? []) expect(body?.properties).toHaveProperty(name)
    }
  })

  test('gives every operation its success and each kind of failure, with examples', () => {
    for (const { path, method, operation } of operations.filter(({ path }) => !(path in furtherPaths))) {
      const statuses = Object.keys(operation.responses)
      const creates = method === 'put' || (method === 'post' && /^\/api\/(auth\/|session\/keys$)/.test(path))
      expect(statuses).toContain(path.endsWith('/resync') ? '202' : creates ? '201' : '200')
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500', '502', '503', '504']))
      if (operation.parameters.length > 0) expect(statuses).toContain('400')
      if (path.endsWith('}/{token_id}')) expect(statuses).toContain('404')
      for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('')
    }
  })

  test('declares every tag and security scheme that it uses', () => {
    const declared = new Set((document.tags as { name: string }[]).map(({ name }) => name))
    for (const { operation } of operations) for (const tag of operation.tags) expect(declared).toContain(tag)
    for (const requirement of document.security as Json[])
      for (const name of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(name)
  })

  test('gives error bodies the fields that clients of each API read', () => {
    const { schemas } = document.components
    expect(schemas.EvmError.required).toEqual(expect.arrayContaining(['message', 'code', 'request_id']))
    expect(schemas.AptosError.required).toEqual(expect.arrayContaining(['statusCode', 'message', 'error']))
    expect(schemas.AptosError.properties.message.anyOf).toEqual([
      { type: 'array', items: { type: 'string' } },
      { type: 'string' },
    ])
  })
})

describe('the API reference', () => {
  const endpoints = servedApis
    .map(referenceOf)
    .flatMap(({ name, endpoints }) => endpoints.map((endpoint) => ({ title: `${name}.${endpoint.name}`, ...endpoint })))

  /** Every path of a value, its branches included. */
  const pathsOf = (value: unknown, path = ''): string[] => {
    if (Array.isArray(value)) return [path, ...value.flatMap((item) => pathsOf(item, `${path}[]`))]
    if (typeof value !== 'object' || value === null) return [path]
    const inner = Object.entries(value).flatMap(([key, one]) => pathsOf(one, path === '' ? key : `${path}.${key}`))
    return [path, ...inner]
  }
  /** Aptos transactions are the full node's own: only what pages show of them is listed. Move values have fields of their own. */
  const isOpen = (path: string) =>
    /^(transactions\[\]|result\[\]\.(data|before|after)|events\[\]\.data|results\[\]\.value|transaction\.payload)[.[]/.test(
      path,
    )
  const parentOf = (path: string) => path.replace(/(\[\])?\.?\w+$/, '')

  test.each(endpoints)(
    'of $title lists every field of its example, and the example has every required field',
    ({ fields, example }) => {
      const listed = new Set(fields.map(({ path }) => path))
      const shown = new Set(pathsOf(example.output).map((path) => path.replace(/\[\]$/, '')))
      expect([...shown].filter((path) => path !== '' && !isOpen(path) && !listed.has(path))).toEqual([])
      const missing = fields.filter(({ path, optional }) => !optional && shown.has(parentOf(path)) && !shown.has(path))
      expect(missing.map(({ path }) => path).filter((path) => !isOpen(path))).toEqual([])
    },
  )

  test('names types in terms that readers know', () => {
    const transfers = endpoints.find(({ title }) => title === 'evm.walletNftTransfers')
    const typeOf = (path: string) => {
      const { type, nullable, optional } = transfers?.fields.find((field) => field.path === path) ?? {}
      return { type, nullable, optional }
    }
    expect(typeOf('total')).toEqual({ type: 'integer', nullable: true, optional: false })
    expect(typeOf('result')).toEqual({ type: 'list of object', nullable: false, optional: false })
    expect(typeOf('result[].block_number')).toEqual({ type: 'decimal', nullable: false, optional: false })
    expect(typeOf('result[].block_timestamp')).toEqual({ type: 'timestamp', nullable: false, optional: false })
    expect(typeOf('result[].operator')).toEqual({ type: 'hex', nullable: true, optional: false })
  })
})
