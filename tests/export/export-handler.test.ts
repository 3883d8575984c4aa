import { describe, expect, test } from 'vitest'
import { framesType } from '#lib/api/frames.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { paperLantern } from '#tests/gateway/lantern-api.ts'
import { drained } from '#tests/support/drained.ts'
import { lantern, type Options, startExports as start } from './lantern-exports.ts'

const csv = '/api/export/csv/lamps/v1/lanterns'
const jsonl = '/api/export/jsonl/lamps/v1/lanterns'
const endless = { pages: Number.POSITIVE_INFINITY }

describe('an export', () => {
  test('contains every page of the list under one header, and counts as one request', async () => {
    const { get, facts, asked } = start()
    const response = await get(`${csv}?limit=1&tags=red`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="lanterns.csv"',
      'cache-control': 'no-store',
      'x-spyglass-source': 'index',
      'x-rate-limit-limit': '9',
    })
    // Nothing is known of its completeness, so nothing is claimed.
    expect(response.headers.get('x-index-complete')).toBeNull()
    expect(await response.text()).toBe(
      ['id,glow,size,lit,note', ...[0, 1, 2].map((number) => `lantern ${number},1000000000000000000,3,true,`), ''].join(
        '\r\n',
      ),
    )
    expect(asked.map(({ page, input }) => [page, input.limit, input.tags])).toEqual([
      [0, 100, ['red']],
      [1, 100, ['red']],
      [2, 100, ['red']],
    ])
    expect(facts).toMatchObject([{ endpoint: 'lanterns', status: 200, caller: 'reader', source: 'index' }])
  })

  test('as JSON Lines contains every record as the list returns it', async () => {
    const response = await start().get(jsonl)
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([0, 1, 2].map(lantern))
  })

  test('continues from a cursor', async () => {
    const text = await (await start().get(`${jsonl}?cursor=2`)).text()
    expect(text).toBe(`${JSON.stringify(lantern(2))}\n`)
  })

  test('of an empty list is only the header; empty pages are skipped', async () => {
    const none = start({ pageOf: () => ({ cursor: null, result: [] }) })
    expect(await (await none.get(csv)).text()).toBe('id,glow,size,lit,note\r\n')
    const gaps = start({ pageOf: (page) => (page < 2 ? { cursor: String(page + 1), result: [] } : undefined) })
    expect((await (await gaps.get(csv)).text()).split('\r\n')).toHaveLength(3)
  })

  test('requests a page only after the previous one was consumed', async () => {
    const { get, asked } = start(endless)
    const response = await get(csv)
    await drained()
    expect(asked).toHaveLength(1)
    const reader = response.body?.getReader()
    for (let read = 0; read < 5; read++) await reader?.read()
    await drained()
    expect(asked.length).toBeLessThanOrEqual(6)
    await reader?.cancel()
  })
})

describe('a caller that leaves', () => {
  test('by cancelling stops the reading and frees the slot', async () => {
    const { get, asked, facts } = start(endless)
    for (let time = 0; time < 5; time++) {
      const reader = (await get(csv)).body?.getReader()
      await reader?.read()
      await reader?.cancel()
    }
    const before = asked.length
    await drained()
    expect(asked).toHaveLength(before)
    expect(facts.map(({ status }) => status)).toEqual([499, 499, 499, 499, 499])
  })

  test('by closing the connection does so too, even while a page is loading', async () => {
    const gone = new AbortController()
    let heard = false
    const { get, facts } = start({
      pageOf: (page, signal) =>
        page === 0
          ? undefined
          : new Promise((_, reject) => {
              signal?.addEventListener('abort', () => {
                heard = true
                reject(signal.reason)
              })
            }),
    })
    const reader = (await get(csv, { signal: gone.signal })).body?.getReader()
    await reader?.read()
    const next = reader?.read().catch(() => undefined)
    await drained()
    gone.abort()
    await next
    await expect.poll(() => facts).toMatchObject([{ status: 499 }])
    expect(heard).toBe(true)
  })

  test('by reading nothing is cut off', async () => {
    const { get, facts } = start({ ...endless, stallMs: 5 })
    const reader = (await get(csv)).body?.getReader()
    await reader?.read()
    await expect.poll(() => facts).toMatchObject([{ status: 499 }])
    await expect(reader?.read()).rejects.toThrow('stopped reading')
  })
})

describe('a failure', () => {
  const broken: Options = {
    pageOf: (page) => {
      if (page === 2) throw new ServiceError('upstream_failed', 'The node failed.')
    },
  }

  test("in the parameters is the list's own error, before the first byte", async () => {
    const { get, facts } = start()
    const response = await get(`${csv}?tags=1&tags=2&tags=3&tags=4`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: 400, message: [expect.stringContaining('tags')] })
    expect(facts).toHaveLength(1)
  })

  test('after the first byte truncates CSV', async () => {
    const { get, facts } = start(broken)
    const response = await get(csv)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(facts).toMatchObject([{ status: 200, error: { code: 'upstream_failed' } }])
  })

  test('after the first byte becomes the last line of JSON Lines', async () => {
    const lines = (await (await start(broken).get(jsonl)).text()).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(JSON.parse(lines[2] ?? '')).toEqual({
      error: expect.objectContaining({ message: 'The node failed.', code: 'upstream_failed' }),
    })
  })

  test('of a source that repeats its cursor ends the export', async () => {
    const { get } = start({ pageOf: () => ({ cursor: 'same', result: [paperLantern] }) })
    expect(await (await get(jsonl)).text()).toMatch(/"error":\{.*repeats/)
  })

  test('frees the slot', async () => {
    const { get } = start(broken)
    for (let time = 0; time < 4; time++) await (await get(jsonl)).text()
    for (let time = 0; time < 4; time++) expect((await get(`${csv}?cursor=2`)).status).toBe(502)
    expect((await get(csv)).status).toBe(200)
  })
})

describe('frames', () => {
  test('carry their length and the cursor to continue with', async () => {
    const { get } = start()
    const ask = async (query = '') => (await get(csv + query, { headers: { accept: framesType } })).text()
    const read = (text: string): [Record<string, unknown>, string][] => {
      if (text === '') return []
      const cut = text.indexOf('\n') + 1
      const frame = JSON.parse(text.slice(0, cut))
      const end = cut + (frame.bytes ?? 0)
      return [[frame, text.slice(cut, end)], ...read(text.slice(end))]
    }
    const whole = read(await ask())
    expect(whole.map(([frame]) => frame)).toMatchObject([
      { rows: 1, cursor: '1', is_indexed: true },
      { rows: 1, cursor: '2' },
      { rows: 1, cursor: null },
      { end: true },
    ])
    const rest = read(await ask('?cursor=1'))
    const [first] = whole
    expect([first, ...rest].map((part) => part?.[1]).join('')).toBe(await (await get(csv)).text())
  })

  test('end with the error, or a note that rows may be missing', async () => {
    const { get } = start({
      pageOf: (page) => {
        if (page === 1) throw new Error('a bug')
        return { cursor: '1', result: [paperLantern], index_complete: false }
      },
    })
    const response = await get(jsonl, { headers: { accept: framesType } })
    expect(response.headers.get('x-index-complete')).toBe('false')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="lanterns-partial.jsonl"')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ is_indexed: false })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ error: { code: 'internal' } })
  })
})

describe('a refused export', () => {
  test('is the third at once, until one of the others ends', async () => {
    const { get } = start(endless)
    const [first] = [(await get(csv)).body?.getReader(), (await get(csv)).body?.getReader()]
    const third = await get(csv)
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('10')
    expect(await third.json()).toMatchObject({ message: expect.stringContaining('2 exports are already running') })
    await first?.cancel()
    expect((await get(csv)).status).toBe(200)
  })

  test('is one refused by admission', async () => {
    const refused = new ServiceError('key_required', 'API KEY missing from x-api-key header')
    const { get, asked } = start({ admit: async () => ({ headers: {}, caller: 'anonymous', refused }) })
    expect((await get(csv)).status).toBe(401)
    expect(asked).toEqual([])
  })

  test('is one whose key lacks the scope of exports or of the list', async () => {
    const statusWith = async (scopes: string[]) =>
      (await start({ admit: async () => ({ headers: {}, caller: 'ann', scopes }) }).get(csv)).status
    expect(await statusWith(['evm'])).toBe(403)
    expect(await statusWith(['export'])).toBe(403)
    expect(await statusWith(['evm', 'export'])).toBe(200)
  })

  test('is one of an unknown list, format or method', async () => {
    const { get } = start()
    for (const path of [
      '/api/export/csv/lamps/v1/lanterns/paper',
      '/api/export/xml/lamps/v1/lanterns',
      '/api/export/csv/v1/lanterns',
      '/api/export/constructor/lamps/v1/lanterns',
      '/api/export/csv',
    ])
      expect((await get(path)).status, path).toBe(404)
    const post = await get(csv, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await get(csv, { method: 'OPTIONS' })).status).toBe(204)
  })

  test('HEAD returns what GET would, and takes no slot', async () => {
    const { get } = start(endless)
    for (let time = 0; time < 4; time++) {
      const response = await get(csv, { method: 'HEAD' })
      expect([response.status, response.body]).toEqual([200, null])
      expect(response.headers.get('content-disposition')).toContain('lanterns.csv')
    }
  })
})
