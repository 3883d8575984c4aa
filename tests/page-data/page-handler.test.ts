import { describe, expect, test } from 'vitest'
import type { Api, Client } from '#lib/api/endpoint.ts'
import { pagePath } from '#lib/api/page-path.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createLimits } from '#lib/http/limits.ts'
import { pagesGatheredMax } from '#lib/pages/page-content.ts'
import type { PageEntry } from '#lib/pages/page-definition.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import type { Gathering, Question } from '#lib/pages/question.ts'
import { lanternApi, lanternService, paperLantern } from '#tests/gateway/lantern-api.ts'

const about = () => ({ title: 'Paper', summary: 'One lantern.', place: 'Here', facts: [] })
const call = (name: keyof typeof lanternApi, input: Record<string, unknown>): Question => ({
  ...{ api: 'lamps', name, method: 'GET', path: lanternApi[name].path },
  input,
})
const page = (entry: Pick<PageEntry, 'questions'> & Partial<PageEntry>): PageEntry => ({
  path: pagePath('/:chain/block/:block') as unknown as PageEntry['path'],
  kind: 'Block',
  params: ({ parameters }) => parameters,
  about,
  ...entry,
})

/** A page that shows a lantern and a list of them, at the address of a block. */
const start = ({
  entry = page({
    questions: () => ({ one: call('lantern', { id: 'paper' }), all: call('lanterns', {}) }),
    list: ['all'],
  }),
  tab,
  service = {},
  perSecond = 100,
}: {
  entry?: PageEntry
  tab?: PageEntry
  service?: Parameters<typeof lanternService>[0]
  perSecond?: number
} = {}) => {
  const limits = createLimits({ keyPerSecond: 1, anonymousPerSecond: perSecond })
  const facts: RequestFacts[] = []
  const client = createGateway(lanternApi, [{ name: 'index', service: lanternService(service) }])
  const handle = createPageHandler({
    apis: {
      lamps: { api: lanternApi as unknown as Api, client: client as unknown as Client<Api>, basePath: '/lamps' },
    },
    takeForVisitor: () => limits.takeForVisitor('192.0.2.1'),
    observe: (fact) => facts.push(fact),
  })
  const registry = new Map([entry, ...(tab ? [tab] : [])].map((one) => [one.path.pattern, one]))
  const parts = { registry, draw: async () => new Uint8Array([1, 2, 3]) }
  const get = (format: string, init?: RequestInit, query = '?from=x') =>
    handle(new Request(`http://page.test/api/page/${format}/demo/block/25${query}`, init), parts)
  return { get, facts }
}
const refuse = (code: 'not_found' | 'not_available') => async () => {
  throw new ServiceError(code, 'No.')
}

describe('a page that calls one endpoint several times', () => {
  const entry = page({
    questions: () => ({
      one: call('lantern', { id: 'paper' }),
      here: { ...call('lanterns', {}), part: 'here' },
      there: { ...call('lanterns', { limit: 1 }), part: 'there', deadlineMs: 30 },
    }),
    merge: async (_, answers) => {
      const read = await Promise.all(
        ['here', 'there'].map(async (part) => [part, (await answers[part])?.data] as const),
      )
      return {
        ...{ api: 'lamps', name: 'lanterns', origin: 'place' },
        rows: read.flatMap(([part, data]) =>
          ((data as { result: Record<string, unknown>[] } | undefined)?.result ?? []).map((record) => ({
            origin: part,
            record,
          })),
        ),
      }
    },
    aboutData: async (_, answers, said) => ({
      ...said,
      facts: await Promise.all(
        ['here', 'there'].map(async (part) => [part, (await answers[part])?.fault?.message ?? 'answered'] as const),
      ),
    }),
  })
  const service = {
    lanterns: async ({ limit }: { limit: number }) =>
      limit === 1 ? new Promise<never>(() => {}) : { cursor: 'next', result: [{ id: 'paper' }] },
  } as Parameters<typeof lanternService>[0]

  test('does not wait for the part that hangs, reports it, and has the rows of the others once', async () => {
    const response = await start({ entry, service }).get('json')
    const { rows, data, facts } = await response.json()
    expect(response.status).toBe(200)
    expect(rows).toEqual([expect.objectContaining({ place: 'here', id: 'paper' })])
    expect(Object.keys(data)).toEqual(['lantern', 'lanterns here', 'lanterns there'])
    expect(data['lanterns here'].answer).toEqual({ cursor: 'next' })
    expect(data['lanterns there'].error).toEqual({
      code: 'upstream_timeout',
      message: 'No response within 0.03 s.',
    })
    expect(facts).toEqual({ here: 'answered', there: 'No response within 0.03 s.' })
  })

  test('is a table with the part in its first column, in Markdown too', async () => {
    const csv = await (await start({ entry, service }).get('csv')).text()
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^.?place,id/),
      expect.stringMatching(/^here,paper/),
    ])
    const markdown = await (await start({ entry, service }).get('md')).text()
    expect(markdown).toMatch(/## Rows\n\n1 row\.\n\n\| place \| id \|/)
    expect(markdown).toContain('## lanterns there')
  })
})

describe('a page as data', () => {
  test('contains every response by endpoint, with the request for it', async () => {
    const response = await start().get('json')
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(body.page).toBe('/demo/block/25?from=x')
    expect(body.data.lantern).toMatchObject({
      request: '/lamps/v1/lanterns/paper',
      source: 'index',
      answer: { id: 'paper' },
    })
    expect(body.links.next).toBe('/demo/block/25.json?from=x&cursor=next')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is the tab with its list where the URL names a part of the list, and as CSV', async () => {
    const path = pagePath('/:chain/block/:block/lanterns') as unknown as PageEntry['path']
    const tab = page({ path, kind: 'Lanterns', questions: () => ({ all: call('lanterns', {}) }), list: ['all'] })
    const entry = page({
      questions: () => ({ one: call('lantern', { id: 'paper' }) }),
      listTab: { path, filters: ['from_block'] },
    })
    const { get } = start({ entry, tab })
    const pageOf = async (query: string) => (await (await get('json', {}, query)).json()).page
    expect(await pageOf('?other=5')).toBe('/demo/block/25?other=5')
    expect(await pageOf('?from_block=5')).toBe('/demo/block/25/lanterns?from_block=5')
    expect(await pageOf('?cursor=x')).toBe('/demo/block/25/lanterns?cursor=x')
    const csv = await get('csv', {}, '')
    expect(await csv.text()).toMatch(/^.?id/)
    expect(csv.headers.get('link')).toContain('</demo/block/25/lanterns>; rel="canonical"')
    expect(csv.headers.get('link')).toContain('</demo/block/25/lanterns.csv?cursor=next>; rel="next"')
  })

  test('is an error if its first request fails', async () => {
    const response = await start({ service: { lantern: refuse('not_found') } }).get('json')
    expect(response.status).toBe(404)
  })

  test('leaves out a part that no source here serves, and says so', async () => {
    const response = await start({ service: { lantern: refuse('not_available') } }).get('json')
    expect(response.status).toBe(200)
    expect((await response.json()).data.lantern.error.code).toBe('not_available')
  })

  test('reports an invalid parameter', async () => {
    const entry = page({ questions: () => ({ all: call('lanterns', { limit: 'many' }) }), list: ['all'] })
    const response = await start({ entry }).get('csv')
    expect(response.status).toBe(400)
    expect((await response.json()).message).toContain('limit')
  })

  test('is charged for each of its requests, and an image for more', async () => {
    // Four at once: two pages of two questions.
    const { get } = start({ perSecond: 2 })
    expect((await get('json')).status).toBe(200)
    expect((await get('md')).status).toBe(200)
    const refused = await get('json')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await start({ perSecond: 4 }).get('png')).status).toBe(429)
    expect((await start({ perSecond: 5 }).get('png')).status).toBe(200)
  })

  test('charges each page of a gathered list, stops at the limit, and says how far it got', async () => {
    const gather = (): Gathering => {
      let count = 0
      return { take: () => void count++, answer: (stopped) => ({ count, stopped }) }
    }
    const entry = page({ questions: () => ({ all: { ...call('lanterns', {}), gather } }) })
    const serviceOf = (pages: number) => ({
      lanterns: async ({ cursor = '1' }: { cursor?: string }) => ({
        result: [paperLantern],
        cursor: Number(cursor) < pages ? String(Number(cursor) + 1) : null,
      }),
    })
    const gathered = async (pages: number, perSecond?: number) => {
      const response = await start({ entry, service: serviceOf(pages), perSecond }).get('json')
      return (await response.json()).data.lanterns.answer
    }
    expect(await gathered(3)).toEqual({ count: 3, stopped: null })
    expect(await gathered(pagesGatheredMax)).toEqual({ count: pagesGatheredMax, stopped: null })
    expect(await gathered(pagesGatheredMax + 1)).toEqual({
      count: pagesGatheredMax,
      stopped: expect.stringContaining(`at most ${pagesGatheredMax} pages`),
    })
    // Six questions at once.
    expect(await gathered(10, 3)).toEqual({ count: 6, stopped: expect.stringMatching(/rate limit/i) })
  })

  test('reports a bug only to the log', async () => {
    const { get, facts } = start({
      entry: page({
        questions: () => ({ one: call('lantern', { id: 'a' }) }),
        about: () => {
          throw new Error('secret')
        },
      }),
    })
    const response = await get('json')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(facts[0]?.error).toBeInstanceOf(Error)
  })

  test('does not count an aborted request as a bug', async () => {
    const leaving = new AbortController()
    const service = {
      lantern: async () => {
        leaving.abort()
        throw new Error('aborted')
      },
    }
    const { get, facts } = start({ service })
    await get('json', { signal: leaving.signal })
    expect([facts[0]?.status, facts[0]?.error]).toEqual([499, undefined])
  })

  test('answers HEAD without a body and refuses methods that write', async () => {
    const { get } = start()
    const head = await get('md', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await get('json', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
