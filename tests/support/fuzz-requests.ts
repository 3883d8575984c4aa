import type { Endpoint } from '#lib/api/endpoint.ts'
import { everyApi } from '#tests/contract/every-api.ts'
import type { Chance } from '#tests/indexing/random.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'

/** A raw request. `parameters` are those of the endpoint, if the path belongs to one. */
export type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  parameters?: readonly string[]
  /** The changed parameter, if it is exactly one. */
  changed?: string
}

const basePaths: Record<string, readonly string[]> = {
  evm: [''],
  aptos: ['/api/aptos', '/api/aptos-testnet'],
  signIn: ['/api/auth'],
  account: ['/api/session'],
  explorer: ['/api/explorer'],
}

const numbers = [
  '0',
  '-0',
  '-1',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '1.5',
  '٣',
  '１２',
  '9'.repeat(30),
  '9007199254740993',
  ' 7 ',
]
const dates = [
  '2023-02-30',
  '0000-00-00',
  '99999-01-01',
  '1e20',
  '-1',
  '2023-01-01T00:00:00+99:99',
  'yesterday',
  'T',
  '5 BC',
]
const texts = [
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202E',
  'é'.normalize('NFD'),
  '../..',
  '%',
  '%00',
  "'",
  '"',
  '\\',
  ';--',
  '<script>',
  '{}',
  '[]',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '#{7*7}',
  '\r\nx: y',
  '😀'.repeat(100),
  'a'.repeat(5_000),
]
const places = ['demo', 'eth', '0x1', '0xdeadbeef', 'DEMO', 'all', '1', 'local', 'mainnet', 'testnet']
const hexes = [
  '0x',
  '0x0',
  `0x${'f'.repeat(40)}`,
  `0X${'A'.repeat(40)}`,
  `0x${'0'.repeat(64)}`,
  `0x${'g'.repeat(40)}`,
  `0x${'1'.repeat(39)}`,
]
const cursors = ['x', 'e30', 'eyJhbGciOiJub25lIn0.e30.', 'a.b.c', 'A'.repeat(8_193), '....']
const values = [numbers, dates, texts, places, hexes, cursors]
/** Limit of each value in long lists: a request line has at most 16 KiB. */
const shortMax = 42
const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY']
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"__proto__":{}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '\0',
  '{"a":1,"a":2}',
]
const rawPaths = [
  '/api/v2/%ff',
  '/api/v2/%',
  '/api/v2//',
  '/api/v2/..%2f',
  '/api/v2/nft/',
  '/api/export/csv/v2/',
  '/api/export/xml/x',
  '/media/%00',
  '/media/original/x',
  '/api/explorer/evm',
]

/** Endless random requests over every contract: mostly one fault in an otherwise valid request. */
export const createFuzz = (chance: Chance, apiKey: string) => {
  const endpoints = Object.entries(everyApi).flatMap(([system, api]) =>
    Object.values(api).map((endpoint) => ({ system, endpoint })),
  )
  const pick = <T>(list: readonly T[]): T => {
    const found = list[chance.integer(0, list.length - 1)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const seenCursors: string[] = []
  const nasty = (): string => {
    if (seenCursors.length > 0 && chance.happens(0.08)) {
      const cursor = pick(seenCursors)
      return chance.happens(0.5) ? cursor : `${cursor.slice(0, -3)}${pick(['', 'AAA', 'zz='])}`
    }
    return pick(pick(values))
  }

  const inputOf = (endpoint: Endpoint): Map<string, string[]> => {
    const input = new Map<string, string[]>()
    for (const [name, value] of Object.entries(endpoint.example.input as Record<string, unknown>))
      input.set(name, (Array.isArray(value) ? value : [value]).map(String))
    if ('chain' in endpoint.input.shape) input.set('chain', ['demo'])
    if ('address' in endpoint.input.shape && chance.happens(0.5))
      input.set('address', [pick([demoLedger.lanterns, demoLedger.busiestWallet])])
    return input
  }

  const encoded = (text: string): string => {
    const wellFormed = encodeURIComponent(text.toWellFormed())
    return chance.happens(0.03) ? `${wellFormed}%` : wellFormed
  }
  const queryOf = (input: ReadonlyMap<string, readonly string[]>): string => {
    const suffix = pick(['', '[]', '%5B%5D', '[0]', '[x]', ''])
    return [...input]
      .flatMap(([name, list]) =>
        list.map((value) => `${encodeURIComponent(name)}${list.length > 1 ? suffix : ''}=${encoded(value)}`),
      )
      .join('&')
  }

  const next = (): FuzzedRequest => {
    const headers: Record<string, string> = chance.happens(0.95)
      ? { 'x-api-key': apiKey }
      : { 'x-api-key': pick(['', 'x', '__proto__']) }
    if (chance.happens(0.02)) return { method: 'GET', path: pick(rawPaths), headers }
    const { system, endpoint } = pick(endpoints)
    const parameters = Object.keys(endpoint.input.shape)
    const input = inputOf(endpoint)
    const changes = chance.happens(0.1) ? 0 : chance.happens(0.7) ? 1 : 3
    const changed = new Set<string>()
    for (let change = 0; change < changes; change++) {
      const name = chance.happens(0.05) ? pick(['__proto__', 'x', 'limit', 'toString']) : pick([...parameters, 'x'])
      changed.add(name)
      const many = chance.happens(0.1) ? chance.integer(2, 150) : 1
      input.set(
        name,
        Array.from({ length: many }, () => (many === 1 ? nasty() : nasty().slice(0, shortMax))),
      )
    }
    const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = input.get(name)?.[0] ?? ''
      input.delete(name)
      return encoded(value)
    })
    const base = pick(basePaths[system] ?? [''])
    const isExport = chance.happens(0.05) && system !== 'signIn'
    const place = isExport
      ? `/api/export/${pick(['csv', 'jsonl'])}${(base + filled).slice('/api'.length)}`
      : base + filled
    const method = chance.happens(0.04) ? pick(methods) : endpoint.method
    const isPost = endpoint.method === 'POST'
    const query = isPost ? '' : queryOf(input)
    const body = isPost ? bodyOf(input) : undefined
    return {
      method,
      path: place + (query && `?${query}`),
      headers: {
        ...headers,
        ...(isPost && { 'content-type': pick(['application/json', 'application/json', 'text/plain']) }),
      },
      ...(body !== undefined && { body }),
      parameters,
      ...(changed.size === 1 && !isExport && !isPost && { changed: [...changed][0] }),
    }
  }
  const bodyOf = (input: ReadonlyMap<string, readonly string[]>): string =>
    chance.happens(0.2)
      ? pick(bodies)
      : JSON.stringify(Object.fromEntries([...input].map(([name, [value]]) => [name, value])))

  return {
    next,
    /** Tries cursors of responses on other lists, unchanged and modified. */
    learn: (body: unknown): void => {
      const cursor = typeof body === 'object' && body !== null && 'cursor' in body ? body.cursor : undefined
      if (typeof cursor === 'string' && cursor !== '' && seenCursors.length < 200) seenCursors.push(cursor)
    },
  }
}
