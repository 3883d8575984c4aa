import { describe, expect, test } from 'vitest'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { Clock } from '#lib/base/clock.ts'
import { hedgeDelayMsUnknown } from '#lib/nodes/attempt.ts'
import { nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import { startFullNode } from '#tests/aptos/full-node.ts'
import { fixtureLedger } from '#tests/aptos/ledger-fixture.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { serviceErrorOf } from '#tests/support/service-error-of.ts'
import { createVirtualClock } from '#tests/support/virtual-clock.ts'

const ledger = fixtureLedger([1, 6, 5, 5])

const ledgerInfoOf = (chain_id: number) => ({
  chain_id,
  epoch: '1',
  ledger_version: '16',
  oldest_ledger_version: '0',
  ledger_timestamp: '1660000000000000',
  block_height: '3',
  oldest_block_height: '0',
})

const quick = (silenceMsMax = 10_000) => {
  const clock = fastClock()
  return { clock, options: { silenceMsMax, clock } }
}

/** Time has stopped: what would have to wait never ends. */
const neverWake = (_: number, signal?: AbortSignal) =>
  new Promise<void>((wake) => signal?.addEventListener('abort', () => wake()))

/** A request is not repeated because it takes long, which it does where this machine is busy. */
const unhurried = (clock: Clock): Clock => ({
  ...clock,
  wait: (ms, signal) => (ms === hedgeDelayMsUnknown ? neverWake(ms, signal) : clock.wait(ms, signal)),
})

describe('a single node', () => {
  test.each([
    ['429', { status: 429 }, 0],
    ['429 with Retry-After', { status: 429, retryAfter: '2' }, 2_000],
    ['402', { status: 402 }, 1_000],
    ['403', { status: 403 }, 1_000],
    ['404 in HTML', 'html', 1_000],
    ['500', { status: 500 }, 100],
    ['503 in HTML', { status: 503 }, 100],
    ['503 with Retry-After', { status: 503, retryAfter: '1' }, 1_000],
    ['a closed connection', 'reset', 100],
    ['truncated JSON', 'cut', 60],
    ['silence', 'silence', 0],
  ] as const)('a response that fails once is retried unseen by the caller: %s', async (_, fault, waitMs) => {
    const node = await startFullNode(ledger)
    const isSilent = fault === 'silence'
    const { clock, options } = quick(isSilent ? 1_000 : undefined)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...options, clock: isSilent ? clock : unhurried(clock) })
    node.faults.push(fault)
    const startedAt = clock.now()
    expect(await asked.blockByHeight(2, true)).toEqual(ledger[2])
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(waitMs)
  })

  test('an account of a node without account resources is unknown, which is not a failure of the node', async () => {
    const node = nodeOf({ node: { transactions: [], resources: 'not served' } })
    const error = await serviceErrorOf(node.account('0x1'))
    expect(error).toMatchObject({
      code: 'not_available',
      message: 'The Aptos node does not serve account resources.',
    })
  })

  test('a request that hangs is sent again well before the timeout', async () => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], silenceMsMax: 60_000, timeLimitMs: 60_000 })
    node.faults.push('silence')
    expect(await asked.blockByHeight(2, true)).toEqual(ledger[2])
    expect(node.requests).toHaveLength(2)
  })

  test.each([
    ['a different block', () => ({ ...ledger[1], transactions: null })],
    ['of another shape', () => ({ block_height: 2 })],
  ])('a response that is %s once is retried unseen by the caller', async (_, bend) => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    let bends = 1
    node.bend = (body) => (bends-- > 0 ? bend() : body)
    expect(await asked.blockByHeight(2, true)).toEqual(ledger[2])
  })

  test('a node that refuses our key is requested at most every 30 seconds, and requests fail in between', async () => {
    const clock = createVirtualClock()
    let requests = 0
    const asked = createAptosNode({
      baseUrls: ['http://node.test/v1'],
      clock,
      fetch: async () => {
        requests += 1
        return new Response('no', { status: 402 })
      },
    })
    while (clock.now() < 600_000) {
      await expect(clock.run(asked.ledgerInfo())).rejects.toMatchObject({ retryable: true })
      await clock.run(clock.sleep(1_000))
    }
    expect(requests).toBeGreaterThan(20)
    expect(requests).toBeLessThan(40)
  })

  test('a silent node gives upstream_timeout, a broken one upstream_failed', async () => {
    const node = await startFullNode(ledger)
    const impatient = createAptosNode({ baseUrls: [node.baseUrl], ...quick(100).options, attemptsMax: 3 })
    node.faults.push(...Array(20).fill('silence'))
    expect((await serviceErrorOf(impatient.ledgerInfo())).code).toBe('upstream_timeout')
    node.faults.length = 0
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    node.faults.push(...Array(20).fill({ status: 500 }))
    expect(await serviceErrorOf(asked.ledgerInfo())).toMatchObject({
      code: 'upstream_failed',
      message: 'The Aptos node responded with 500.',
    })
  })

  test('a long Retry-After is passed to the caller instead of waited for', async () => {
    const clock = createVirtualClock()
    const fetch = async () => new Response('busy', { status: 429, headers: { 'retry-after': '60' } })
    const asked = createAptosNode({ baseUrls: ['http://node.test/v1'], clock, fetch })
    expect(await serviceErrorOf(clock.run(asked.ledgerInfo()))).toMatchObject({
      code: 'upstream_failed',
      retryAfterSeconds: 60,
    })
    expect(clock.now()).toBeLessThan(1_000)
  })

  test('a redirect is not followed', async () => {
    const node = await startFullNode(ledger)
    node.faults.push('redirect')
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    expect((await serviceErrorOf(asked.blockByHeight(1, false))).code).toBe('upstream_failed')
    expect(node.requests).toHaveLength(1)
  })

  test.each([true, false])(
    "heights beyond the newest or before the oldest block report the ledger's range (headers: %s)",
    async (withHeaders) => {
      const node = await startFullNode(ledger, { oldestHeight: 2, withHeaders })
      const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
      const code = async (call: Promise<unknown>) => {
        const error = await serviceErrorOf(call)
        return `${error.code} ${error.message}`
      }
      expect(await code(asked.blockByHeight(9, false))).toMatch(/^not_found .*block 9.* newest is 3/)
      expect(await code(asked.blockByVersion(99, true))).toMatch(/^not_found .*version 99.* newest is 16/)
      expect(await code(asked.blockByHeight(1, false))).toMatch(/^not_available .*block 1.* oldest it has is 2/)
      expect(await code(asked.blockByVersion(3, true))).toMatch(/^not_available .*version 3.* oldest it has is 7/)
    },
  )

  test('a response of another shape, or for another block, is upstream_failed', async () => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    node.bend = () => ({ block_height: 1 })
    expect((await serviceErrorOf(asked.blockByHeight(1, false))).code).toBe('upstream_failed')
    node.bend = () => ({ ...ledger[2], transactions: null })
    expect((await serviceErrorOf(asked.blockByHeight(1, false))).message).toContain('a different block')
  })

  test('a body over the limit is not read, and its node not asked again', async () => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], bodyBytesMax: 100, ...quick().options })
    expect((await serviceErrorOf(asked.blockByHeight(2, false))).message).toMatch(/response is larger than/)
    expect(node.requests).toHaveLength(1)
  })

  test('of a list that is too large, smaller parts are asked for, and a transaction that is too large costs no other', async () => {
    const node = await startFullNode(ledger)
    node.bend = (body) =>
      Array.isArray(body)
        ? body.map((one) => (one.version === '9' ? { ...one, payload: 'x'.repeat(100_000) } : one))
        : body
    const asked = createAptosNode({ baseUrls: [node.baseUrl], bodyBytesMax: 20_000, ...quick().options })
    const found: unknown[] = []
    for (let start = 5; start < 12; ) {
      const part = await asked.transactions(start, 12 - start)
      found.push(...part.map(({ version, raw_reason }) => [version, raw_reason ? 'not read' : 'read']))
      start += part.length
    }
    expect(found).toEqual(
      ['5', '6', '7', '8', '9', '10', '11'].map((version) => [version, version === '9' ? 'not read' : 'read']),
    )
  })

  test.each([
    ['in another form', () => Response.json({ type: 5 })],
    ['that is not JSON', () => new Response('{"a": [1, ', { status: 200 })],
    ['nested too deeply', () => new Response('['.repeat(10_000) + ']'.repeat(10_000), { status: 200 })],
    ['that refuses the request', () => Response.json({ error_code: 'web_framework_error' }, { status: 400 })],
  ])('an answer %s ends its own question at once, and no other question waits', async (_, oddAnswer) => {
    const clock = createVirtualClock()
    const info = ledgerInfoOf(1)
    let asks = 0
    const asked = createAptosNode({
      baseUrls: ['http://node.test/v1'],
      clock,
      fetch: async (url) => {
        if (!url.includes('/resources')) return Response.json(info)
        asks += 1
        return oddAnswer()
      },
    })
    for (let visitor = 0; visitor < 20; visitor++) {
      const code = (await serviceErrorOf(clock.run(asked.state.resources('0x1', 5)))).code
      expect(code).toBe('upstream_failed')
      const before = clock.now()
      await clock.run(asked.ledgerInfo())
      expect(clock.now()).toBe(before)
    }
    // A list is asked for in halves, down to one item.
    expect(asks).toBeLessThanOrEqual(20 * 10)
    expect(clock.now()).toBeLessThan(20 * 200)
  })

  test('a node that named the other network is used once it names its own', async () => {
    const clock = createVirtualClock()
    let chainId = 2
    const asked = createAptosNode({
      network: 'mainnet',
      baseUrls: ['http://node.test/v1'],
      storedAnchors: async () => [],
      clock,
      fetch: async () => Response.json(ledgerInfoOf(chainId), { headers: { 'x-aptos-chain-id': String(chainId) } }),
    })
    await expect(clock.run(asked.ledgerInfo())).rejects.toThrow('its chain id is 2 instead of 1')
    expect(asked.refused()).toMatchObject([
      { position: 1, reason: 'The node is not used: its chain id is 2 instead of 1.' },
    ])
    chainId = 1
    await clock.run(clock.sleep(20_000))
    expect(await clock.run(asked.ledgerInfo())).toMatchObject({ chainId: 1 })
    expect(asked.refused()).toEqual([])
    // A moment at another node behind the same address.
    chainId = 2
    await expect(clock.run(asked.ledgerInfo())).rejects.toThrow('its chain id is 2 instead of 1')
    expect(asked.refused()).toHaveLength(1)
    chainId = 1
    await clock.run(clock.sleep(20_000))
    expect(await clock.run(asked.ledgerInfo())).toMatchObject({ chainId: 1 })
  })

  test('no error shows the URL or its secrets', async () => {
    const node = await startFullNode(ledger)
    await node.stop()
    const secret = node.baseUrl.replace('http://', 'http://name:hush-password@').concat('/hush-path?key=hush-query')
    const error = await serviceErrorOf(createAptosNode({ baseUrls: [secret], ...quick().options }).ledgerInfo())
    expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`).not.toMatch(/hush|127\.0\.0\.1/)
    expect(() => createAptosNode({ baseUrls: ['ftp://hush'] })).toThrow(/^(?!.*hush)/)
  })

  test('a password in the URL is sent as a header, and its query string with every request', async () => {
    const seen: string[] = []
    const asked = createAptosNode({
      baseUrls: ['https://me:word@node.test/v1/?key=k'],
      fetch: async (input, init) => {
        seen.push(String(input), new Headers(init?.headers).get('authorization') ?? '')
        return Response.json(ledger[2])
      },
    })
    await asked.blockByHeight(2, false)
    expect(seen).toEqual([
      'https://node.test/v1/blocks/by_height/2?key=k&with_transactions=false',
      `Basic ${Buffer.from('me:word').toString('base64')}`,
    ])
  })

  test('is aborted when the caller leaves', async () => {
    const leaving = new AbortController()
    let ended = 0
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((__, reject) => {
        init?.signal?.addEventListener('abort', () => {
          ended += 1
          reject(init.signal?.reason)
        })
        leaving.abort(new Error('the visitor left'))
      })
    const asked = createAptosNode({ baseUrls: ['http://node.test/v1'], fetch })
    await expect(asked.ledgerInfo(leaving.signal)).rejects.toThrow('the visitor left')
    expect(ended).toBe(1)
  })
})

describe('several nodes', () => {
  test('the next one is used when the first fails', async () => {
    const [first, second] = [await startFullNode(ledger), await startFullNode(ledger)]
    const asked = createAptosNode({ baseUrls: [first.baseUrl, second.baseUrl], ...quick().options })
    await asked.ledgerInfo()
    await first.stop()
    for (let times = 0; times < 5; times++) expect((await asked.ledgerInfo()).newestHeight).toBe(3)
    expect(second.requests.length).toBeGreaterThan(4)
  })

  test('an archive node serves what the first has pruned, and one further ahead what the first has not seen', async () => {
    const pruned = await startFullNode(ledger, { oldestHeight: 2 })
    const behind = await startFullNode(ledger.slice(0, 3))
    const archive = await startFullNode(ledger)
    const from = (...nodes: { baseUrl: string }[]) =>
      createAptosNode({ baseUrls: nodes.map((node) => node.baseUrl), ...quick().options })
    expect((await from(pruned, archive).blockByHeight(0, false)).block_height).toBe('0')
    expect((await from(behind, archive).blockByHeight(3, false)).block_height).toBe('3')
  })

  test('a missing block is reported at once even if another node is down', async () => {
    const [node, down] = [await startFullNode(ledger), await startFullNode(ledger)]
    const clock = createVirtualClock()
    const asked = createAptosNode({ baseUrls: [node.baseUrl, down.baseUrl], clock: { ...clock, wait: neverWake } })
    await asked.ledgerInfo()
    await down.stop()
    expect((await serviceErrorOf(asked.blockByHeight(9, false))).code).toBe('not_found')
  })

  test('a node of another network is not used, and is named by its position', async () => {
    const mainnet = await startFullNode(ledger, { chainId: 1 })
    const testnet = await startFullNode(ledger, { chainId: 2 })
    const asked = createAptosNode({ baseUrls: [mainnet.baseUrl, testnet.baseUrl], ...quick().options })
    expect(await asked.chainId()).toBe(1)
    expect(asked.refused().map(({ reason }) => reason)).toEqual([
      'Node 2 of 2 is not used: its chain id is 2 instead of 1.',
    ])
    await mainnet.stop()
    expect((await serviceErrorOf(asked.blockByHeight(1, true))).code).toBe('upstream_failed')
    expect(testnet.requests.filter((path) => path.includes('/blocks/'))).toEqual([])
  })

  test('of two ledgers under one chain id, the indexed one is used', async () => {
    const other = ledger.map((block) => ({
      ...block,
      transactions: block.transactions.map((one) => ({ ...one, hash: `0x${'9'.repeat(64)}` })),
    }))
    const [wrong, right] = [await startFullNode(other), await startFullNode(ledger)]
    const hash = ledger[2]?.transactions[0]?.hash ?? ''
    const version = Number(ledger[2]?.first_version)
    const asked = createAptosNode({
      baseUrls: [wrong.baseUrl, right.baseUrl],
      storedAnchors: async () => [{ version, hash }],
      ...quick().options,
    })
    for (let times = 0; times < 5; times++) expect(await asked.transactions(version, 1)).toMatchObject([{ hash }])
    expect(asked.refused().map(({ reason }) => reason)).toEqual([
      `Node 1 of 2 is not used: its version ${version} does not match the index, so it has a different history.`,
    ])
    const alone = createAptosNode({
      baseUrls: [wrong.baseUrl],
      storedAnchors: async () => [{ version, hash }],
      ...quick().options,
    })
    expect(await serviceErrorOf(alone.ledgerInfo())).toMatchObject({ code: 'not_available' })
  })

  test.each([
    ['without a hash', (one: object) => ({ ...one, hash: null })],
    ['too large to be read', (one: object) => ({ ...one, payload: 'x'.repeat(100_000) })],
  ])('a newest transaction %s keeps no node from being used', async (_, bend) => {
    const nodes = [await startFullNode(ledger), await startFullNode(ledger)]
    for (const node of nodes) node.bend = (body) => (Object(body).version === '16' ? bend(Object(body)) : body)
    const baseUrls = nodes.map((node) => node.baseUrl)
    const asked = createAptosNode({ baseUrls, bodyBytesMax: 20_000, ...quick().options })
    expect(await asked.blockByHeight(2, false)).toMatchObject({ block_height: '2' })
    expect(asked.refused()).toEqual([])
  })

  test('a node that lags or has pruned its history is not refused', async () => {
    const pruned = await startFullNode(ledger, { oldestHeight: 2 })
    const behind = await startFullNode(ledger.slice(0, 2))
    const archive = await startFullNode(ledger)
    const asked = createAptosNode({
      baseUrls: [pruned.baseUrl, behind.baseUrl, archive.baseUrl],
      ...quick().options,
    })
    await asked.newestLedger()
    expect(asked.refused()).toEqual([])
  })
})
