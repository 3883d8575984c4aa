import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAdmit } from '#lib/http/admit.ts'
import { configuredKeys, type FindKey, firstKeyOf, hashKey } from '#lib/http/keys.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createSessions } from '#lib/http/sessions.ts'

const siteUrl = 'https://spyglass.test'
const secret = 'a secret of thirty-two bytes and more'
const key = 'a-long-random-key-1'

// The limiter counts by the clock of its process.
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }))
afterEach(() => void vi.useRealTimers())

const start = (options: { findKey?: FindKey; keyPerSecond?: number; anonymousPerSecond?: number } = {}) => {
  const { keyPerSecond = 5, anonymousPerSecond = 10 } = options
  const sessions = createSessions({ secret, siteUrl })
  const limits = createLimits({ keyPerSecond, anonymousPerSecond })
  const findKey = options.findKey ?? configuredKeys([{ name: 'ann', key }])
  const admit = createAdmit({ findKey, sessions, limits })
  const cookie = sessions.cookie().split(';')[0] ?? ''
  const ask = (headers: Record<string, string>) => {
    const request = new Request(`${siteUrl}/api/v2/nft/search`, { headers: { 'x-spyglass-address': '203.0.113.7' } })
    // A browser sets these itself; `Request` would let a page set none of them.
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return admit(request, 'lantern')
  }
  return { ask, cookie, sessions }
}

describe('an API key', () => {
  test('is read from X-API-Key or Authorization: Bearer', async () => {
    const { ask } = start()
    expect(await ask({ 'x-api-key': key })).toMatchObject({ caller: 'ann' })
    expect((await ask({ authorization: `Bearer ${key}` })).refused).toBeUndefined()
    expect((await ask({ 'x-api-key': key, authorization: 'Bearer other' })).refused).toBeUndefined()
  })

  test('is a client of its own, as is a visitor without one', async () => {
    const { ask, cookie } = start()
    const page = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await ask({ 'x-api-key': key })).requester).toEqual({ id: 'config-0', hasKey: true, isOperator: true })
    expect((await ask(page)).requester).toEqual({ id: '203.0.113.7', hasKey: false })
    expect((await ask({ ...page, 'x-spyglass-address': '2001:db8::1' })).requester?.id).toBe('2001:db8:0:0::/64')
    expect((await ask({})).requester).toBeUndefined()
  })

  test('that is missing or unknown is refused with the message that clients know', async () => {
    const { ask } = start()
    expect((await ask({})).refused).toMatchObject({
      code: 'key_required',
      status: 401,
      message: 'API KEY missing from x-api-key header',
    })
    expect((await ask({ 'x-api-key': 'wrong' })).refused).toMatchObject({ code: 'key_unknown', message: 'Invalid key' })
    expect((await ask({ 'x-api-key': ' ' })).refused).toMatchObject({ code: 'key_required' })
  })

  test('is always unknown if none is configured', async () => {
    const { ask } = start({ findKey: configuredKeys([]) })
    expect((await ask({ 'x-api-key': key })).refused).toMatchObject({ code: 'key_unknown' })
  })

  test('that is revoked in a store is refused on its next request', async () => {
    const stored = new Map([[hashKey(key).toString('hex'), { id: 'k1', name: 'bob' }]])
    const fromStore: FindKey = async (hash) => stored.get(hash.toString('hex'))
    const { ask } = start({ findKey: firstKeyOf(configuredKeys([]), fromStore) })
    expect(await ask({ 'x-api-key': key })).toMatchObject({ caller: 'bob' })
    stored.clear()
    expect((await ask({ 'x-api-key': key })).refused).toMatchObject({ code: 'key_unknown' })
  })

  test('is only passed on as a hash', async () => {
    const seen: string[] = []
    const { ask } = start({ findKey: (hash) => void seen.push(hash.toString('latin1')) })
    await ask({ 'x-api-key': key })
    expect(seen.join()).not.toContain(key)
    expect(seen[0]).toHaveLength(32)
  })
})

describe("the explorer's own session", () => {
  const ours = { 'sec-fetch-site': 'same-origin' }

  test('lets our pages call the API without a key', async () => {
    const { ask, cookie } = start()
    expect(await ask({ cookie, ...ours })).toMatchObject({ caller: 'explorer' })
    expect((await ask({ cookie: `theme=dark; ${cookie}`, ...ours })).refused).toBeUndefined()
    expect((await ask({ cookie, origin: siteUrl })).refused).toBeUndefined()
    expect((await ask({ cookie, referer: `${siteUrl}/eth/tx/0x1` })).refused).toBeUndefined()
  })

  test('is ignored from another site, or without proof of our own', async () => {
    const { ask, cookie } = start()
    const worthless: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: siteUrl },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://elsewhere.test' },
      { origin: 'null', referer: `${siteUrl}/` },
      { referer: 'https://spyglass.test.elsewhere.test/' },
    ]
    for (const evidence of worthless)
      expect((await ask({ cookie, ...evidence })).refused, JSON.stringify(evidence)).toMatchObject({
        code: 'key_required',
      })
  })

  test('is refused if it is forged, altered, expired or from the future', async () => {
    const { ask, cookie } = start()
    const [name, value = ''] = cookie.split('=')
    const [issuedAt = '', signature = ''] = value.split('.')
    const forged = [
      `${name}=${issuedAt}.${'A'.repeat(43)}`,
      `${name}=${Number(issuedAt) + 1}.${signature}`,
      `${name}=${signature}`,
      `${name}=`,
      createSessions({ secret: `${secret}!`, siteUrl })
        .cookie()
        .split(';')[0] ?? '',
      createSessions({ secret, siteUrl, now: () => Date.now() + 3_600_000 })
        .cookie()
        .split(';')[0] ?? '',
    ]
    for (const each of forged) expect((await ask({ cookie: each, ...ours })).refused).toMatchObject({ status: 401 })
    vi.setSystemTime(Date.now() + 24 * 3_600_000 + 1_000)
    expect((await ask({ cookie, ...ours })).refused).toMatchObject({ status: 401 })
  })

  test('does not replace a wrong key', async () => {
    const { ask, cookie } = start()
    expect((await ask({ cookie, ...ours, 'x-api-key': 'wrong' })).refused).toMatchObject({ code: 'key_unknown' })
  })

  test('is hidden from scripts and other sites, contains nothing about the visitor, and is renewed in time', () => {
    const { sessions } = start()
    const cookie = sessions.cookie()
    expect(cookie).toMatch(
      /^__Host-spyglass-session=\d+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400; Secure$/,
    )
    expect(sessions.cookie()).toBe(cookie)
    expect(createSessions({ secret, siteUrl: 'http://localhost:3000' }).cookie()).not.toMatch(/Secure|__Host/)
    const request = new Request(siteUrl)
    expect(sessions.needsCookie(request)).toBe(true)
    request.headers.set('cookie', cookie.split(';')[0] ?? '')
    expect(sessions.needsCookie(request)).toBe(false)
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    expect(sessions.needsCookie(request)).toBe(true)
  })

  test('requires a strong secret', () => {
    expect(() => createSessions({ secret: 'short', siteUrl })).toThrow('32 bytes')
  })
})

describe('rate limits', () => {
  const askTimes = async (times: number, ask: () => Promise<{ refused?: unknown }>) => {
    const answers = []
    for (let each = 0; each < times; each += 1) answers.push(await ask())
    return answers.filter(({ refused }) => refused === undefined).length
  }

  test('of a key allow a burst of twice the rate, then 429 with Retry-After, then the rate again', async () => {
    const { ask } = start({ keyPerSecond: 5 })
    const byKey = () => ask({ 'x-api-key': key })
    expect((await byKey()).headers).toEqual({
      'x-rate-limit-limit': '10',
      'x-rate-limit-remaining': '9',
      'x-rate-limit-reset': '2',
    })
    expect(await askTimes(20, byKey)).toBe(9)
    const refused = await byKey()
    expect(refused).toMatchObject({
      caller: 'ann',
      headers: { 'x-rate-limit-remaining': '0' },
      refused: { code: 'rate_limited', status: 429, message: 'Rate Limit exceeded', retryAfterSeconds: 2 },
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await askTimes(20, byKey)).toBe(10)
  })

  test('count visitors by address, and an IPv6 subscriber once', async () => {
    const { ask, cookie } = start({ anonymousPerSecond: 3 })
    const from = (address: string) => () =>
      ask({ cookie, 'sec-fetch-site': 'same-origin', 'x-spyglass-address': address })
    expect(await askTimes(10, from('203.0.113.7'))).toBe(6)
    expect(await askTimes(10, from('203.0.113.8'))).toBe(6)
    expect(await askTimes(4, from('2001:db8:1:2::1'))).toBe(4)
    expect(await askTimes(10, from('2001:db8:1:2:ffff::2'))).toBe(2)
  })

  test('slow down key guessing, without affecting a known key from the same address', async () => {
    const { ask } = start({ anonymousPerSecond: 3 })
    const codes = []
    for (let guess = 0; guess < 8; guess += 1) codes.push((await ask({ 'x-api-key': `guess-${guess}` })).refused?.code)
    expect(codes).toEqual([...Array(6).fill('key_unknown'), 'rate_limited', 'rate_limited'])
    expect((await ask({ 'x-api-key': key })).refused).toBeUndefined()
  })

  test('apply to each key separately', async () => {
    const keys = [
      { name: 'ann', key },
      { name: 'ann', key: 'a-second-key-of-hers' },
    ]
    const { ask } = start({ findKey: configuredKeys(keys), keyPerSecond: 1 })
    expect(await askTimes(5, () => ask({ 'x-api-key': key }))).toBe(2)
    expect(await askTimes(5, () => ask({ 'x-api-key': 'a-second-key-of-hers' }))).toBe(2)
  })

  test('need bounded memory, however many addresses are used', async () => {
    const limits = createLimits({ keyPerSecond: 1, anonymousPerSecond: 1, visitorCells: 16 })
    for (let network = 0; network < 1_000; network += 1)
      await limits.takeForVisitor(`2001:db8:0:${network.toString(16)}::1`)
    // Every counted cell has one timer.
    expect(vi.getTimerCount()).toBe(16)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
