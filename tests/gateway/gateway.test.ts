import { describe, expect, test } from 'vitest'
import type { CallContext } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { runVisit } from '#lib/http/admit.ts'
import { lanternApi, lanternPage, lanternService, paperLantern } from './lantern-api.ts'
import { visitOf } from './visit-of.ts'

const refuse = (message: string, retryAfterSeconds?: number) => () =>
  Promise.reject(new ServiceError('not_available', message, { retryAfterSeconds }))

/** A lantern that answers when told to, and remembers who asked. */
const gate = () => {
  const asked: { input: unknown; signal: AbortSignal | undefined }[] = []
  const { promise, resolve, reject } = Promise.withResolvers<typeof paperLantern>()
  const lantern = (input: unknown, context?: CallContext) => {
    asked.push({ input, signal: context?.signal })
    return promise
  }
  return { asked, lantern, resolve: () => resolve(paperLantern), reject }
}

describe('sources', () => {
  test('are tried in order, and only a request that another source could answer continues to the next', async () => {
    const next = lanternService()
    const via = async (first: () => Promise<never>) => {
      const sources: string[] = []
      const gateway = createGateway(lanternApi, [
        { name: 'index', service: { lantern: first } },
        { name: 'hosted', service: next },
      ])
      await gateway.lantern({ id: 'paper' }, { answeredBy: (source) => sources.push(source) })
      return sources
    }
    expect(await via(refuse('Not indexed.'))).toEqual(['hosted'])
    expect(await via(() => Promise.reject(new ServiceError('chain_not_served', 'Not here.')))).toEqual(['hosted'])
    for (const code of ['not_found', 'upstream_failed', 'invalid_request', 'rate_limited'] as const)
      await expect(via(() => Promise.reject(new ServiceError(code, 'No.')))).rejects.toMatchObject({ code })
    await expect(via(() => Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError)
  })

  test('know whether another one follows, and their headers reach every caller that shares the call', async () => {
    const heard: (boolean | undefined)[] = []
    const gateway = createGateway(lanternApi, [
      {
        name: 'index',
        service: {
          lantern: async (_, context) => {
            heard.push(context?.hasNext)
            throw new ServiceError('not_available', 'Not indexed.')
          },
        },
      },
      {
        name: 'hosted',
        service: {
          lantern: async (_, context) => {
            heard.push(context?.hasNext)
            context?.setHeader?.('x-note', 'partly')
            return paperLantern
          },
        },
      },
    ])
    const notes: string[] = []
    const ask = () => gateway.lantern({ id: 'paper' }, { setHeader: (name, value) => notes.push(`${name}: ${value}`) })
    await Promise.all([ask(), ask()])
    expect(heard).toEqual([true, false])
    expect(notes).toEqual(['x-note: partly', 'x-note: partly'])
  })

  test('act on behalf of the visitor whose page is rendered', async () => {
    const requesters: unknown[] = []
    const lantern = async (_: unknown, context?: CallContext) => {
      requesters.push(context?.requester)
      return paperLantern
    }
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern } }])
    const requester = { id: '192.0.2.1', hasKey: false }
    const visit = visitOf(requester)
    await runVisit(visit, () => gateway.lantern({ id: 'paper' }))
    await runVisit(visit, () => gateway.lantern({ id: 'paper' }, { requester: { id: 'key-1', hasKey: true } }))
    await gateway.lantern({ id: 'paper' })
    expect(requesters).toEqual([requester, { id: 'key-1', hasKey: true }, undefined])
  })

  test.each([
    ['of the index', 'index', async () => paperLantern, true],
    ['of the hosted source', 'hosted', async () => paperLantern, false],
    ['that is not there', 'index', refuse('Set NODE_URL_ETH.'), true],
    ['that is not there yet', 'index', refuse('In a moment.', 2), false],
    ['that failed', 'index', () => Promise.reject(new ServiceError('upstream_failed', 'Broken.')), false],
  ] as const)('answer a page with something %s', async (_, name, lantern, isForAll) => {
    const gateway = createGateway(lanternApi, [{ name, service: { lantern } }])
    const visit = visitOf()
    await runVisit(visit, () => gateway.lantern({ id: 'paper' })).catch(() => {})
    expect(visit.isForAll).toBe(isForAll)
  })

  test('without an endpoint are skipped; if none has it the caller is told so', async () => {
    const gateway = createGateway(lanternApi, [
      { name: 'index', service: {} },
      { name: 'demo', service: { lantern: async () => paperLantern } },
    ])
    expect(await gateway.lantern({ id: 'paper' })).toEqual(paperLantern)
    await expect(gateway.lanterns({})).rejects.toMatchObject({
      code: 'not_available',
      message: 'No configured source serves this endpoint.',
    })
  })

  test("that all refuse: the first one's reason is returned, unless another one has a Retry-After", async () => {
    const told = (second: () => Promise<never>) =>
      createGateway(lanternApi, [
        { name: 'index', service: { lantern: refuse('Set NODE_URL_ETH.') } },
        { name: 'hosted', service: { lantern: second } },
      ]).lantern({ id: 'paper' })
    await expect(told(refuse('Not here.'))).rejects.toThrow('Set NODE_URL_ETH.')
    await expect(told(refuse('In a moment.', 2))).rejects.toThrow('In a moment.')
  })

  test('that serve the chain say why the answer is missing, rather than one that does not', async () => {
    const notServed = () => Promise.reject(new ServiceError('chain_not_served', 'Set NODE_URL_ETH.'))
    const told = (second: () => Promise<never>) =>
      createGateway(lanternApi, [
        { name: 'index', service: { lantern: notServed } },
        { name: 'hosted', service: { lantern: second } },
      ]).lantern({ id: 'paper' })
    await expect(told(refuse('The node does not keep that block.'))).rejects.toThrow(
      'The node does not keep that block.',
    )
    await expect(told(notServed)).rejects.toThrow('Set NODE_URL_ETH.')
  })

  test('receive parsed input: defaults filled in, invalid input refused before', async () => {
    const seen: unknown[] = []
    const gateway = createGateway(lanternApi, [
      {
        name: 'index',
        service: {
          lanterns: async (input) => {
            seen.push(input)
            return lanternPage
          },
        },
      },
    ])
    await gateway.lanterns({ tags: 'red', limit: '500' })
    expect(seen).toEqual([{ tags: ['red'], limit: 100 }])
    await expect(gateway.lanterns({ limit: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(seen).toHaveLength(1)
  })
})

describe('a list', () => {
  test("is continued by the source that started it, with that source's own cursor", async () => {
    const seen: [string, unknown][] = []
    const source = (name: string, available: boolean) => ({
      name,
      service: {
        lanterns: async ({ cursor }: { cursor?: string }) => {
          seen.push([name, cursor])
          if (!available) throw new ServiceError('not_available', 'Not indexed yet.')
          return { cursor: cursor === undefined ? `of-${name}` : null, result: [] }
        },
      },
    })
    const before = createGateway(lanternApi, [source('index', false), source('hosted', true)])
    const { cursor } = await before.lanterns({})
    expect(cursor).toBe('hosted:of-hosted')
    // In the meantime the index could answer, but it did not begin this list.
    const after = createGateway(lanternApi, [source('index', true), source('hosted', true)])
    expect((await after.lanterns({ cursor: cursor ?? '' })).cursor).toBeNull()
    expect(seen).toEqual([
      ['index', undefined],
      ['hosted', undefined],
      ['hosted', 'of-hosted'],
    ])
  })

  test('of a single source keeps its cursors unchanged', async () => {
    const gateway = createGateway(lanternApi, [{ name: 'index', service: lanternService() }])
    expect((await gateway.lanterns({})).cursor).toBe('next')
  })
})

describe('identical concurrent calls', () => {
  test('share one response, however their parameters were written', async () => {
    const { asked, lantern, resolve } = gate()
    const lanterns = { asked: 0 }
    const gateway = createGateway(lanternApi, [
      {
        name: 'index',
        service: {
          lantern,
          lanterns: async () => {
            lanterns.asked += 1
            return lanternPage
          },
        },
      },
    ])
    const sources: string[] = []
    const note = { answeredBy: (source: string) => void sources.push(source) }
    const all = Promise.all([gateway.lantern({ id: 'paper' }, note), gateway.lantern({ id: 'paper' }, note)])
    resolve()
    expect(await all).toEqual([paperLantern, paperLantern])
    expect(asked).toHaveLength(1)
    expect(sources).toEqual(['index', 'index'])
    await Promise.all([gateway.lanterns({ tags: 'red', limit: 0 }), gateway.lanterns({ limit: '100', tags: ['red'] })])
    expect(lanterns.asked).toBe(1)
  })

  test('are sent again once answered, and different ones are never shared', async () => {
    const { asked, lantern, resolve } = gate()
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern } }])
    resolve()
    await Promise.all([gateway.lantern({ id: 'paper' }), gateway.lantern({ id: 'silk' })])
    await gateway.lantern({ id: 'paper' })
    expect(asked).toHaveLength(3)
  })

  test('with side effects are not shared', async () => {
    let lit = 0
    const light = async () => {
      lit += 1
      return paperLantern
    }
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { light } }])
    const call = () => gateway.light({ id: 'paper', match: 'long' })
    await Promise.all([call(), call()])
    expect(lit).toBe(2)
  })

  test('continue for the others when one caller leaves, and are aborted when the last one leaves', async () => {
    const { asked, lantern } = gate()
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern } }])
    const [first, second] = [new AbortController(), new AbortController()]
    const one = gateway.lantern({ id: 'paper' }, { signal: first.signal })
    const two = gateway.lantern({ id: 'paper' }, { signal: second.signal })
    first.abort(new Error('first left'))
    await expect(one).rejects.toThrow('first left')
    expect(asked[0]?.signal?.aborted).toBe(false)
    second.abort(new Error('second left'))
    await expect(two).rejects.toThrow('second left')
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('start again after the last caller left', async () => {
    const { asked, lantern, resolve } = gate()
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern } }])
    const leaving = new AbortController()
    const one = gateway.lantern({ id: 'paper' }, { signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(one).rejects.toThrow('left')
    const two = gateway.lantern({ id: 'paper' })
    resolve()
    expect(await two).toEqual(paperLantern)
    expect(asked).toHaveLength(2)
  })

  test('share a failure, which is not cached', async () => {
    const failing = gate()
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern: failing.lantern } }])
    const both = Promise.allSettled([gateway.lantern({ id: 'paper' }), gateway.lantern({ id: 'paper' })])
    failing.reject(new ServiceError('not_found', 'No.'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(gateway.lantern({ id: 'paper' })).rejects.toThrow('No.')
    expect(failing.asked).toHaveLength(2)
  })
})

describe('the timeout', () => {
  test('returns upstream_timeout even if a source ignores its abort signal', async () => {
    const { asked, lantern } = gate()
    const gateway = createGateway(lanternApi, [{ name: 'index', service: { lantern } }], { timeLimitMs: 10 })
    await expect(gateway.lantern({ id: 'paper' })).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(asked[0]?.signal?.aborted).toBe(true)
  })
})
