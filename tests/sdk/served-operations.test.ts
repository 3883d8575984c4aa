import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedOperations, unservedOperations } from '#lib/evm/api/hosted-operations.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'

/* Every operation of both releases of the SDK is served, or says by its name that it is not. */

/** As either generation of the SDK declares an operation. */
type Declared = { name?: string; method?: string; urlPathPattern?: string } & {
  operationId?: string
  httpMethod?: string
  routePattern?: string
}

const operationsOf = (release: string): { method: string; name: string; path: string }[] => {
  const parts = createRequire(createRequire(import.meta.url).resolve(release))('@moralisweb3/common-evm-utils') as {
    operationsV2All: Declared[]
    operations: Declared[]
  }
  const all = [...parts.operationsV2All, ...parts.operations].map(
    ({ name, operationId, method, httpMethod, urlPathPattern, routePattern }) => ({
      method: (method ?? httpMethod ?? '').toUpperCase(),
      name: name ?? operationId ?? '',
      path: urlPathPattern ?? routePattern ?? '',
    }),
  )
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** Without the names of its parameters, which differ between the releases. */
const shapeOf = (method: string, path: string): string => `${method} ${path.replace(/:\w+|\{\w+\}/g, '*')}`

const served = new Set(Object.values(evmApi).map(({ method, path }) => shapeOf(method, path)))
const releases = [
  { release: 'moralis', version: '2.22.5' },
  { release: 'moralis-latest', version: '2.27.2' },
]

describe.each(releases)('release $version', ({ release, version }) => {
  const operations = operationsOf(release)
  const isServed = ({ method, path }: (typeof operations)[number]) => served.has(shapeOf(method, `/api/v2${path}`))

  test('each operation is in the table of the hosted service, at the path that the SDK asks', () => {
    for (const operation of operations) {
      const { method, name, path } = operation
      const known = hostedOperations[name]
      expect(known && shapeOf(known.method, known.path), name).toBe(shapeOf(method, `/api/v2${path}`))
      expect(known?.reason === undefined, name).toBe(isServed(operation))
    }
  })

  test('the manual and README say how many of its operations are served', () => {
    const count = operations.filter(isServed).length
    for (const file of ['docs/api.md', 'README.md']) {
      const [, ...said] =
        new RegExp(`(\\d+) of (?:its )?(\\d+) operations \\(${version}\\)`).exec(readFileSync(file, 'utf8')) ?? []
      expect(said.map(Number), file).toEqual([count, operations.length])
    }
  })
})

describe('an operation that is not served', () => {
  let server: Awaited<ReturnType<typeof demoApi>>
  beforeAll(async () => {
    server = await demoApi()
  })
  afterAll(async () => {
    await server?.stop()
  })

  const address = `0x${'12'.repeat(20)}`
  const cases = Object.entries(unservedOperations).map(([name, { method, path }]) => ({ name, method, path }))

  test.each(cases)('$name is 404 with a sentence that names it', async ({ name, method, path }) => {
    const filled = path
      .replace(/:\w*address/g, address)
      .replace(':token_id', '1')
      .replace(/:\w+/g, 'some.crypto')
    for (const base of ['/api/v2/', '/api/v2.2/']) {
      const response = await fetch(`${server.url}${filled.replace('/api/v2/', base)}?chain=demo`, {
        method,
        headers: { 'x-api-key': apiKey },
      })
      const { message } = (await response.json()) as { message: string }
      expect(response.status).toBe(404)
      expect(message).toMatch(new RegExp(`^The operation ${name} is not served here: .+\\.$`))
    }
  })
})
