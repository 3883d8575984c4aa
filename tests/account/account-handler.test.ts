import { beforeAll, describe, expect, test } from 'vitest'
import { createKeyUse } from '#lib/account/account-store.ts'
import type { AccountEvent, AccountSession } from '#lib/account/contract/account.ts'
import { safeNext } from '#lib/account/flow-actions.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import { withScopes } from '#lib/api/serve/exchange.ts'
import { createAdmit } from '#lib/http/admit.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createSessions } from '#lib/http/sessions.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { accountKinds } from './accounts.ts'
import { type Browser, startInstallation } from './browser.ts'

const sessionCookie = '__Host-spyglass-account'
const preCookie = '__Host-spyglass-sign-in'
const origin = 'https://explorer.example'

const signedIn = async (browser: Browser): Promise<string | null> => {
  const { account } = (await (await browser.get('/me')).json()) as { account: { address: string } | null }
  return account?.address ?? null
}

describe.each(dialects)('signing in on our own pages, on %s', (dialect) => {
  const stores = testStores(dialect)
  let store: Store<SignInTables>
  let now = Date.UTC(2026, 0, 1)
  let installation: ReturnType<typeof startInstallation>
  const open = () => installation.openBrowser()
  const restart = () => startInstallation(store.withTables(), { clock: () => now })
  const signIn = async (account = accountKinds.Ed25519()) => {
    const browser = open()
    const response = await browser.signIn(account)
    expect(response.status).toBe(200)
    return { browser, account }
  }

  beforeAll(async () => {
    store = await stores.createMigratedStore<SignInTables>(signInMigrations)
    installation = restart()
  })

  describe('the flow', () => {
    test.each(Object.entries(accountKinds))(
      'signs in an account of the kind %s, and returns to the previous page',
      async (_, create) => {
        const browser = open()
        const account = create()
        const response = await browser.signIn(account, '/eth?tab=nfts#top')
        expect(response.status).toBe(200)
        expect(await response.json()).toEqual({
          account: {
            address: account.address,
            network: 'mainnet',
            signedInAt: new Date(now).toISOString(),
            expiresAt: new Date(now + 14 * 86_400_000).toISOString(),
          },
          next: '/eth?tab=nfts#top',
        })
        expect(await signedIn(browser)).toBe(account.address)
      },
    )

    test('sets cookies that scripts, other hosts and other sites cannot read, and that expire', async () => {
      const { browser } = await signIn()
      const [session, pre] = browser.lastSetCookies
      expect(session).toMatch(
        /^__Host-spyglass-account=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
      )
      expect(pre).toMatch(/^__Host-spyglass-sign-in=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0; Secure$/)
      expect([...browser.cookies.keys()]).toEqual([sessionCookie])
    })

    test.each([
      ['http://localhost:3000', '__Host-spyglass-account', true],
      ['http://127.0.0.1:3000', '__Host-spyglass-account', true],
      ['http://explorer.lan', 'spyglass-account', false],
    ])('sets at %s the cookie %s', async (siteUrl, name, isSecure) => {
      const browser = startInstallation(store.withTables(), { siteUrl }).openBrowser()
      await browser.signIn(accountKinds.Ed25519())
      expect([...browser.cookies.keys()]).toEqual([name])
      expect(browser.lastSetCookies[0]?.includes('Secure')).toBe(isSecure)
      expect(await signedIn(browser)).not.toBeNull()
    })

    test('sends the browser neither the challenge id nor a key, and stores tokens only as hashes', async () => {
      const browser = open()
      const { address, publicKey } = accountKinds.Ed25519()
      const started = await browser.post('/start', { body: { address, publicKey, network: 'mainnet' } })
      const text = await started.text()
      const [{ id }] = (await store.db
        .selectFrom('sign_in_challenge')
        .select('id')
        .where('message', '=', JSON.parse(text).message)
        .execute()) as [{ id: string }]
      expect(text + browser.lastSetCookies).not.toContain(id)
      expect(Object.keys(JSON.parse(text))).toEqual(['message', 'nonce', 'expiresInSeconds'])
      const rows = await store.db.selectFrom('sign_in_pre_session').selectAll().execute()
      const token = browser.cookies.get(preCookie) ?? ''
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    test('sends every response with no-store', async () => {
      const { browser } = await signIn()
      for (const response of [await browser.get('/me'), await browser.get('/nowhere'), await browser.post('/finish')])
        expect(response.headers.get('cache-control')).toBe('no-store')
    })

    test('names the configured domain, whatever the Host header', async () => {
      const browser = open()
      const { address, publicKey } = accountKinds.Ed25519()
      const body = { address, publicKey, network: 'mainnet', domain: 'evil.example', uri: 'https://evil.example' }
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const { message } = (await (await browser.post('/start', { body, headers })).json()) as { message: string }
      expect(message).toMatch(/^explorer\.example wants[\s\S]*\nURI: https:\/\/explorer\.example\/sign-in\n/)
    })
  })

  describe('attacks', () => {
    const startAndSign = async (browser: Browser) => {
      const account = accountKinds.Ed25519()
      const { address, publicKey } = account
      const started = await browser.post('/start', { body: { address, publicKey, network: 'mainnet' } })
      const { message } = (await started.json()) as { message: string }
      return { account, body: { message, signature: account.sign(message) } }
    }

    test('a proof requested by another browser signs no one in', async () => {
      const [attacker, victim] = [open(), open()]
      const { body } = await startAndSign(attacker)
      expect((await victim.post('/finish', { body })).status).toBe(400)
      await startAndSign(victim)
      expect((await victim.post('/finish', { body })).status).toBe(400)
      expect(await signedIn(victim)).toBeNull()
    })

    test('a proof requested with an API key signs no one in, and vice versa', async () => {
      const browser = open()
      const { account, body } = await startAndSign(browser)
      await expect(installation.signIn.verifyChallenge(body, { caller: 'config-0' })).rejects.toMatchObject({
        code: 'invalid_request',
      })
      const { message } = await installation.signIn.requestChallenge(
        {
          domain: 'explorer.example',
          uri: `${origin}/sign-in`,
          address: account.address,
          publicKey: account.publicKey,
          network: 'mainnet',
        },
        { caller: 'config-0' },
      )
      expect((await browser.post('/finish', { body: { message, signature: account.sign(message) } })).status).toBe(400)
      expect(await signedIn(browser)).toBeNull()
    })

    test('a verifier that returns another domain, page, network, account or challenge is refused', async () => {
      const account = accountKinds.Ed25519()
      for (const change of [
        { domain: 'evil.example' },
        { uri: 'https://evil.example/' },
        { network: 'testnet' as const },
        { address: `0x${'44'.repeat(32)}` },
        { id: 'AAAAAAAAAAAAAAAAA' },
      ]) {
        const own = installation.signIn
        const other = startInstallation(store.withTables(), { clock: () => now })
        Object.assign(other.signIn, {
          requestChallenge: own.requestChallenge,
          verifyChallenge: async (...given: Parameters<typeof own.verifyChallenge>) => ({
            ...(await own.verifyChallenge(...given)),
            ...change,
          }),
        })
        const browser = other.openBrowser()
        expect((await browser.signIn(account)).status).toBe(400)
        expect(await signedIn(browser)).toBeNull()
      }
    })

    test('of twenty concurrent proofs of one challenge, one signs in', async () => {
      const browser = open()
      const { body } = await startAndSign(browser)
      const cookie = `${preCookie}=${browser.cookies.get(preCookie)}`
      const others = Array.from({ length: 20 }, () => open())
      const responses = await Promise.all(others.map((other) => other.post('/finish', { body, headers: { cookie } })))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)])
    })

    test('a wrong signature keeps the sign-in pending', async () => {
      const browser = open()
      const { body } = await startAndSign(browser)
      expect((await browser.post('/finish', { body: { ...body, signature: `0x${'00'.repeat(64)}` } })).status).toBe(400)
      expect((await browser.post('/finish', { body })).status).toBe(200)
    })

    test('an expired challenge signs no one in', async () => {
      const browser = open()
      const { body } = await startAndSign(browser)
      now += 120_000
      expect((await browser.post('/finish', { body })).status).toBe(400)
    })

    test('a session fixed beforehand is ended and replaced by a new one', async () => {
      const { browser } = await signIn()
      const before = browser.cookies.get(sessionCookie)
      await browser.signIn(accountKinds.Ed25519())
      expect(browser.cookies.get(sessionCookie)).not.toBe(before)
      const old = open()
      old.cookies.set(sessionCookie, before ?? '')
      expect(await signedIn(old)).toBeNull()
      const invented = open()
      invented.cookies.set(sessionCookie, 'A'.repeat(43))
      await invented.signIn(accountKinds.Ed25519())
      expect(invented.cookies.get(sessionCookie)).not.toBe('A'.repeat(43))
    })

    test.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['an origin similar to ours', { origin: 'https://explorer.example.evil.example' }],
      ['plain http', { origin: 'http://explorer.example' }],
      ['a sandboxed frame', { origin: 'null' }],
      ['no origin', { origin: undefined }],
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['another host of our domain', { 'sec-fetch-site': 'same-site' }],
      ['the address bar', { 'sec-fetch-site': 'none' }],
    ])('a post from %s changes nothing', async (_, headers) => {
      const { browser, account } = await signIn()
      for (const path of ['/start', '/finish', '/sign-out', '/sign-out-everywhere', '/keys', '/notes', '/delete'])
        expect((await browser.post(path, { headers })).status).toBe(403)
      expect(await signedIn(browser)).toBe(account.address)
    })

    test('a read from another site is refused', async () => {
      const { browser } = await signIn()
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
        expect((await browser.get('/export', { headers })).status).toBe(403)
    })

    test('GET cannot sign out, and is told to use POST', async () => {
      const { browser, account } = await signIn()
      for (const path of ['/sign-out', '/sign-out-everywhere', '/delete', '/finish']) {
        const response = await browser.get(path)
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      }
      expect(await signedIn(browser)).toBe(account.address)
    })

    test.each<[string, { raw: BodyInit; headers?: Record<string, string | undefined> }, number]>([
      ['a form', { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
      ['plain text', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 400],
      ['no content type', { raw: '{}', headers: { 'content-type': undefined } }, 400],
      ['invalid JSON', { raw: '{' }, 400],
      ['an array', { raw: '[]' }, 400],
      ['depth', { raw: '['.repeat(10_000) }, 400],
      ['invalid UTF-8', { raw: Uint8Array.of(0x22, 0xff, 0x22) }, 400],
      ['17 KiB', { raw: `{"a":"${'a'.repeat(17_000)}"}` }, 413],
    ])('a body of %s is refused', async (_, ask, status) => {
      const { browser } = await signIn()
      for (const path of ['/start', '/finish', '/sign-out', '/keys'])
        expect((await browser.post(path, ask)).status).toBe(status)
    })

    test('an endless body is read only up to its limit', async () => {
      let sent = 0
      const raw = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 4_096
          controller.enqueue(new Uint8Array(4_096).fill(0x20))
        },
      })
      expect((await open().post('/finish', { raw })).status).toBe(413)
      expect(sent).toBeLessThan(100_000)
    })

    test("two session cookies count as none, since one may be someone else's", async () => {
      const { browser } = await signIn()
      const cookie = `${sessionCookie}=${browser.cookies.get(sessionCookie)}; ${sessionCookie}=${'A'.repeat(43)}`
      const answer = await browser.get('/me', { headers: { cookie } })
      expect(await answer.json()).toEqual({ account: null })
    })

    test.each(['', 'A', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}%`, "' or 1=1 --", 'null'])(
      'the session %j is invalid',
      async (token) => {
        const browser = open()
        browser.cookies.set(sessionCookie, token)
        expect(await signedIn(browser)).toBeNull()
        expect((await browser.get('/keys')).status).toBe(401)
      },
    )

    test('a network can start 10 sign-ins a minute for one account and 20 in total', async () => {
      const browser = open()
      const start = async () => {
        const { address, publicKey } = accountKinds.Ed25519()
        return await browser.post('/start', { body: { address, publicKey, network: 'mainnet' } })
      }
      const { address, publicKey } = accountKinds.Ed25519()
      const body = { address, publicKey, network: 'mainnet' }
      const sameAccount: number[] = []
      for (let attempt = 0; attempt < 11; attempt += 1)
        sameAccount.push((await browser.post('/start', { body })).status)
      expect(sameAccount).toEqual([...Array(10).fill(200), 429])
      const otherAccounts: number[] = []
      for (let attempt = 0; attempt < 9; attempt += 1) otherAccounts.push((await start()).status)
      expect(otherAccounts).toEqual(Array(9).fill(200))
      const refused = await start()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('strangers who start sign-ins for an account do not lock out its owner', async () => {
      const account = accountKinds.Ed25519()
      const { address, publicKey } = account
      const body = { address, publicKey, network: 'mainnet' }
      for (let stranger = 0; stranger < 60; stranger += 1) await open().post('/start', { body })
      expect((await open().signIn(account)).status).toBe(200)
    })

    test('no token, signature, nonce or body is logged', async () => {
      const { browser } = await signIn()
      const told = JSON.stringify(installation.told)
      expect(told).not.toContain(browser.cookies.get(sessionCookie))
      expect(told).not.toMatch(/Nonce|0x[0-9a-f]{64}/)
    })

    test('an internal error is returned without its cause', async () => {
      const broken = startInstallation(store.withTables(), {
        clock: () => {
          throw new Error('an inner cause')
        },
      })
      const { address, publicKey } = accountKinds.Ed25519()
      const response = await broken.openBrowser().post('/start', { body: { address, publicKey, network: 'mainnet' } })
      expect(response.status).toBe(500)
      expect(await response.text()).not.toMatch(/an inner cause|at .*\.ts/)
    })
  })

  describe('sessions', () => {
    test('end at sign-out: a copied cookie no longer works', async () => {
      const { browser } = await signIn()
      const copy = open()
      copy.cookies.set(sessionCookie, browser.cookies.get(sessionCookie) ?? '')
      expect(await signedIn(copy)).not.toBeNull()
      expect((await browser.post('/sign-out')).status).toBe(200)
      expect([...browser.cookies]).toEqual([])
      expect(await signedIn(copy)).toBeNull()
      expect((await browser.post('/sign-out')).status).toBe(200)
    })

    test('can all be ended by their owner, without affecting others', async () => {
      const account = accountKinds.Ed25519()
      const [first, second, other] = [await signIn(account), await signIn(account), await signIn()]
      const response = await first.browser.post('/sign-out-everywhere')
      expect(await response.json()).toEqual({ account: null, sessions: 2 })
      expect(await signedIn(second.browser)).toBeNull()
      expect(await signedIn(other.browser)).toBe(other.account.address)
    })

    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const list = async (browser: Browser) =>
      ((await (await browser.get('/sessions')).json()) as { sessions: AccountSession[] }).sessions

    test('are listed with browser, network and last use, and the current one is marked', async () => {
      const account = accountKinds.Ed25519()
      const first = installation.openBrowser({ 'user-agent': firefox })
      await first.signIn(account)
      const signedInAt = new Date(now).toISOString()
      now += 60_000
      const second = open()
      await second.signIn(account)
      const [newer, older] = await list(second)
      expect(newer).toMatchObject({ isCurrent: true, browser: null })
      expect(older).toMatchObject({
        isCurrent: false,
        browser: 'Firefox on Linux',
        network: 'mainnet',
        createdAt: signedInAt,
        lastSeenAt: signedInAt,
      })
      expect(older?.ipNetwork).not.toBe(newer?.ipNetwork)
      now += 10 * 60_000
      await first.get('/me')
      expect((await list(second))[1]?.lastSeenAt).toBe(new Date(now).toISOString())
    })

    test('can be ended one by one, only by their owner', async () => {
      const account = accountKinds.Ed25519()
      const [first, second] = [open(), open()]
      await first.signIn(account)
      now += 1
      await second.signIn(account)
      const other = (await list(second)).find(({ isCurrent }) => !isCurrent)
      const body = { id: other?.id }
      const stranger = await signIn()
      expect((await stranger.browser.post('/sessions/revoke', { body })).status).toBe(404)
      expect(await signedIn(first)).toBe(account.address)
      expect((await second.post('/sessions/revoke', { body })).status).toBe(200)
      expect(await signedIn(first)).toBeNull()
      expect(await signedIn(second)).toBe(account.address)
      expect((await second.post('/sessions/revoke', { body })).status).toBe(404)
      for (const id of ['', 'A'.repeat(13), 1, null])
        expect((await second.post('/sessions/revoke', { body: { id } })).status).toBe(400)
    })

    test('survive a restart and work on a second server at once, until they expire', async () => {
      const { browser, account } = await signIn()
      const elsewhere = restart().openBrowser()
      elsewhere.cookies.set(sessionCookie, browser.cookies.get(sessionCookie) ?? '')
      expect(await signedIn(elsewhere)).toBe(account.address)
      await browser.post('/sign-out')
      expect(await signedIn(elsewhere)).toBeNull()

      const late = await signIn()
      now += 14 * 86_400_000
      expect(await signedIn(late.browser)).toBeNull()
    })

    test('are limited to fifty per account: the oldest ends', async () => {
      const account = accountKinds.Ed25519()
      const first = await signIn(account)
      for (let index = 0; index < 50; index += 1) {
        now += 1
        await installation.accounts.sessions.open(account.address, 'mainnet')
      }
      expect(await signedIn(first.browser)).toBeNull()
    })
  })

  describe('API keys', () => {
    type Made = { id: string; key: string }
    const make = async (browser: Browser, body: Record<string, unknown> = { name: 'ci' }) => {
      const response = await browser.post('/keys', { body })
      expect(response.status).toBe(201)
      return (await response.json()) as Made
    }
    const admit = () => {
      const gate = createAdmit({
        findKey: installation.accounts.keys.find,
        sessions: createSessions({ secret: 's'.repeat(32), siteUrl: origin }),
        limits: createLimits({ keyPerSecond: 50, anonymousPerSecond: 1_000 }),
      })
      return (key: string) => gate(new Request(`${origin}/api/v2/x`, { headers: { 'x-api-key': key } }), 'lantern')
    }

    test("are shown once, stored as hashes, and authorise their owner's programs", async () => {
      const { browser } = await signIn()
      const { id, key } = await make(browser)
      expect(key).toMatch(/^sg_[\w-]{43}$/)
      const list = await (await browser.get('/keys')).text()
      expect(list).not.toContain(key)
      expect(JSON.parse(list).keys).toEqual([
        {
          id,
          name: 'ci',
          hint: key.slice(0, 8),
          perSecond: 50,
          scopes: ['evm', 'aptos', 'sign-in', 'export'],
          createdAt: new Date(now).toISOString(),
          expiresAt: null,
          lastUsedAt: null,
        },
      ])
      const rows = await store.db.selectFrom('api_key').selectAll().where('id', '=', id).execute()
      expect(JSON.stringify(rows)).not.toContain(key)
      expect(await admit()(key)).toMatchObject({ callerId: `key-${id}` })
    })

    test('that are revoked or expired are refused on the next request by every server', async () => {
      const { browser } = await signIn()
      const ask = admit()
      const { id, key } = await make(browser)
      const expiring = await make(browser, { name: 'short', expiresAt: new Date(now + 1_000).toISOString() })
      expect((await ask(key)).refused).toBeUndefined()
      expect((await ask(expiring.key)).refused).toBeUndefined()
      expect((await browser.post('/keys/revoke', { body: { id } })).status).toBe(200)
      expect((await ask(key)).refused).toMatchObject({ code: 'key_unknown' })
      expect((await browser.post('/keys/revoke', { body: { id } })).status).toBe(404)
      now += 1_000
      expect((await ask(expiring.key)).refused).toMatchObject({ code: 'key_unknown' })
    })

    test("can have their own rate limit, up to the installation's", async () => {
      const { browser } = await signIn()
      const { key } = await make(browser, { name: 'slow', perSecond: 2 })
      const ask = admit()
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(key)))
      expect(answers.filter(({ refused }) => refused?.code === 'rate_limited')).toHaveLength(1)
      expect((await browser.post('/keys', { body: { name: 'fast', perSecond: 51 } })).status).toBe(400)
    })

    test('with scopes are refused everything else, with a message that names the scope', async () => {
      const { browser } = await signIn()
      const { key } = await make(browser, { name: 'nfts', scopes: ['aptos', 'evm'] })
      const { scopes } = await admit()(key)
      expect(scopes).toEqual(['evm', 'aptos'])
      expect(withScopes({ headers: {}, caller: 'nfts', scopes }, ['evm']).refused).toBeUndefined()
      expect(withScopes({ headers: {}, caller: 'nfts', scopes }, ['export', 'evm']).refused).toMatchObject({
        code: 'forbidden',
        message: 'This API key lacks the scope export. It has: evm, aptos.',
      })
    })

    test('show when they were last used', async () => {
      const { browser } = await signIn()
      const { key } = await make(browser)
      const lastUsedAt = async () => {
        const { keys } = (await (await browser.get('/keys')).json()) as { keys: [{ lastUsedAt: string | null }] }
        return keys[0].lastUsedAt
      }
      now += 5_000
      await admit()(key)
      expect(await lastUsedAt()).toBeNull()
      await installation.accounts.use.flush()
      expect(await lastUsedAt()).toBe(new Date(now).toISOString())
    })

    test('belong to one account: another can neither see nor revoke them, nor read their usage', async () => {
      const [owner, other] = [await signIn(), await signIn()]
      const { id, key } = await make(owner.browser)
      expect(await (await other.browser.get('/keys')).json()).toEqual({ keys: [] })
      expect((await other.browser.post('/keys/revoke', { body: { id } })).status).toBe(404)
      expect((await other.browser.get(`/keys/use?id=${id}`)).status).toBe(404)
      expect((await admit()(key)).refused).toBeUndefined()
    })

    test('are limited to twenty, even if requested concurrently', async () => {
      const { browser } = await signIn()
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_, index) => browser.post('/keys', { body: { name: `key ${index}` } })),
      )
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    })

    test.each([
      {},
      { name: '' },
      { name: '  ' },
      { name: 'a'.repeat(61) },
      { name: 'a\nb' },
      { name: 'a\u202Eb' },
      { name: 1 },
      { name: 'a', perSecond: 0 },
      { name: 'a', perSecond: 1.5 },
      { name: 'a', scopes: [] },
      { name: 'a', scopes: ['everything'] },
      { name: 'a', expiresAt: 'tomorrow' },
      { name: 'a', expiresAt: '2020-01-01T00:00:00Z' },
    ])('are not created from %j', async (body) => {
      const { browser } = await signIn()
      expect((await browser.post('/keys', { body })).status).toBe(400)
    })

    test('have their usage counted by the hour on every server, and kept for 35 days', async () => {
      const { browser } = await signIn()
      const { id, key } = await make(browser)
      const ask = admit()
      const second = restart().accounts
      const useOf = async (query = '') =>
        ((await (await browser.get(`/keys/use?id=${id}${query}`)).json()) as { use: unknown }).use
      now = Math.ceil(now / 3_600_000) * 3_600_000
      const hours = [new Date(now).toISOString(), new Date(now + 3_600_000).toISOString()]

      for (let index = 0; index < 3; index += 1) await ask(key)
      second.use.count(id)
      expect(await useOf()).toEqual([])
      await Promise.all([installation.accounts.use.flush(), second.close()])
      now += 3_600_000
      await ask(key)
      await installation.accounts.use.flush()
      const whole = [
        { hour: hours[0], requests: 4 },
        { hour: hours[1], requests: 1 },
      ]
      expect(await useOf()).toEqual(whole)
      expect(await useOf('&hours=1')).toEqual(whole)
      now += 3_600_000
      expect(await useOf('&hours=1')).toEqual(whole.slice(1))
      for (const query of ['&hours=841', '&hours=0', '&hours=x']) {
        const response = await browser.get(`/keys/use?id=${id}${query}`)
        expect(response.status).toBe(400)
      }

      now += 35 * 86_400_000
      second.use.count(id)
      await second.use.flush()
      const rows = await store.db.selectFrom('api_key_use').select('requests').where('key_id', '=', id).execute()
      expect(rows).toEqual([{ requests: 1 }])
    })

    test('keep usage that could not be written for the next attempt', async () => {
      const { account } = await signIn()
      const { record } = await installation.accounts.keys.create(account.address, { name: 'ci' })
      const failures: unknown[] = []
      let isDown = true
      const { db, dialect } = store
      const withTables = () => ({
        dialect,
        db: {
          selectFrom: db.selectFrom.bind(db),
          transaction: () => {
            if (isDown) throw new Error('down')
            return db.transaction()
          },
        },
      })
      const broken = { withTables } as unknown as Store<unknown>
      const use = createKeyUse({ store: broken, clock: () => now }, { onFailure: (error) => void failures.push(error) })
      use.count(record.id)
      await use.flush()
      expect(failures).toHaveLength(1)
      isDown = false
      use.count(record.id)
      await use.close()
      expect(await use.read(account.address, record.id, 0)).toMatchObject([{ requests: 2 }])
    })
  })

  describe('labels of an account', () => {
    const wallet = { kind: 'wallet', chain: 'eth', subject: `0x${'AB'.repeat(20)}` }
    const listOf = async (browser: Browser) =>
      ((await (await browser.get('/notes')).json()) as { notes: Record<string, unknown>[] }).notes

    test('and its watched items follow their owner to another browser', async () => {
      const { browser, account } = await signIn()
      await browser.post('/notes', { body: { ...wallet, label: 'Treasury', isWatched: true } })
      await browser.post('/notes', {
        body: { kind: 'token', chain: 'polygon', subject: `0x${'cd'.repeat(20)}/42`, isWatched: true },
      })
      const elsewhere = await signIn(account)
      const updatedAt = new Date(now).toISOString()
      expect(await listOf(elsewhere.browser)).toEqual([
        {
          kind: 'token',
          chain: 'polygon',
          subject: `0x${'cd'.repeat(20)}/42`,
          label: null,
          isWatched: true,
          updatedAt,
        },
        { ...wallet, subject: wallet.subject.toLowerCase(), label: 'Treasury', isWatched: true, updatedAt },
      ])
      expect(await listOf((await signIn()).browser)).toEqual([])
    })

    test.each(['collection', 'token'])('treat a %s of Aptos as one item, with and without 0x', async (kind) => {
      const { browser } = await signIn()
      const id = 'ab'.repeat(32)
      await browser.post('/notes', { body: { kind, chain: 'aptos', subject: id, label: 'first' } })
      await browser.post('/notes', {
        body: { kind, chain: 'aptos', subject: `0x${id.toUpperCase()}`, label: 'second' },
      })
      expect(await listOf(browser)).toMatchObject([{ subject: id, label: 'second' }])
      await browser.post('/notes', { body: { kind, chain: 'aptos', subject: `0x${id}`, label: null } })
      expect(await listOf(browser)).toEqual([])
    })

    test('are replaced by the next one for the same item, and deleted when empty', async () => {
      const { browser } = await signIn()
      await browser.post('/notes', { body: { ...wallet, label: 'One' } })
      await browser.post('/notes', { body: { ...wallet, label: 'Two', isWatched: true } })
      expect(await listOf(browser)).toMatchObject([{ label: 'Two', isWatched: true }])
      await browser.post('/notes', { body: wallet })
      expect(await listOf(browser)).toEqual([])
      await browser.post('/notes', { body: { ...wallet, isWatched: true } })
      await browser.post('/notes/remove', { body: wallet })
      expect(await listOf(browser)).toEqual([])
    })

    test.each([
      { ...wallet, kind: 'person', isWatched: true },
      { ...wallet, subject: '0x12', isWatched: true },
      { ...wallet, subject: `${wallet.subject}/1`, isWatched: true },
      { ...wallet, chain: '../x', isWatched: true },
      { ...wallet, label: 'a'.repeat(65) },
      { ...wallet, label: 'a\u202Eb' },
      { ...wallet, label: 'a\u0000' },
      { ...wallet, isWatched: 'yes' },
    ])('are not created from %j', async (body) => {
      const { browser } = await signIn()
      expect((await browser.post('/notes', { body })).status).toBe(400)
    })

    test('are limited to a thousand', async () => {
      const { account } = await signIn()
      const put = (index: number) =>
        installation.accounts.notes.put(account.address, {
          kind: 'wallet',
          chain: 'eth',
          subject: `0x${index.toString(16).padStart(40, '0')}`,
          label: null,
          isWatched: true,
        })
      for (let index = 0; index < 1_000; index += 1) await put(index)
      await expect(put(1_000)).rejects.toMatchObject({ code: 'invalid_request' })
      await put(999)
    })
  })

  describe('the audit log', () => {
    const eventsOf = async (browser: Browser) =>
      ((await (await browser.get('/events')).json()) as { events: AccountEvent[] }).events

    test("lists the owner's actions, newest first, with browser and network", async () => {
      const account = accountKinds.Ed25519()
      const browser = installation.openBrowser({
        'user-agent':
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
      })
      await browser.signIn(account)
      now += 1
      const made = await browser.post('/keys', { body: { name: 'ci' } })
      const { id, hint } = (await made.json()) as { id: string; hint: string }
      now += 1
      await browser.post('/keys/revoke', { body: { id } })
      now += 1
      await browser.get('/export')
      const events = await eventsOf(browser)
      expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
        ['data_exported', null],
        ['key_revoked', `ci (${hint}…)`],
        ['key_created', `ci (${hint}…)`],
        ['signed_in', null],
      ])
      expect(events[0]).toMatchObject({ at: new Date(now).toISOString(), browser: 'Safari on macOS' })
    })

    test('keeps the newest 500 entries of the last 90 days', async () => {
      const { browser, account } = await signIn()
      const { events } = installation.accounts
      const record = () =>
        events.record(account.address, { kind: 'key_created', subject: null, browser: null, ipNetwork: null })
      for (let index = 0; index < 510; index += 1) {
        now += 1
        await record()
      }
      expect(await events.list(account.address)).toHaveLength(500)
      const rows = await store.db.selectFrom('account_event').select('id').execute()
      expect((await eventsOf(browser)).every(({ kind }) => kind === 'key_created')).toBe(true)
      now += 91 * 86_400_000
      await record()
      expect(await events.list(account.address)).toHaveLength(1)
      expect(await store.db.selectFrom('account_event').select('id').execute()).toHaveLength(rows.length - 499)
    })

    test('is visible only to the owner, and does not record actions of strangers', async () => {
      const { browser, account } = await signIn()
      const stranger = open()
      const { address, publicKey } = account
      await stranger.post('/start', { body: { address, publicKey, network: 'mainnet' } })
      await stranger.post('/finish', { body: { message: 'x', signature: `0x${'00'.repeat(64)}` } })
      expect((await stranger.get('/events')).status).toBe(401)
      expect(await eventsOf(browser)).toHaveLength(1)
    })
  })

  test('all stored data can be exported and deleted, leaving nothing behind', async () => {
    const { browser, account } = await signIn()
    now += 1
    const made = (await (await browser.post('/keys', { body: { name: 'ci' } })).json()) as { id: string; key: string }
    await browser.post('/notes', {
      body: { kind: 'wallet', chain: 'eth', subject: `0x${'ab'.repeat(20)}`, label: 'Me' },
    })
    installation.accounts.use.count(made.id)
    now += 1
    const taken = await browser.get('/export')
    expect(taken.headers.get('content-disposition')).toBe('attachment; filename="spyglass-account.json"')
    const text = await taken.text()
    expect(JSON.parse(text)).toMatchObject({
      address: account.address,
      sessions: [{ network: 'mainnet' }],
      keys: [{ name: 'ci', use: [{ requests: 1 }] }],
      notes: [{ label: 'Me' }],
      events: [{ kind: 'data_exported' }, { kind: 'key_created' }, { kind: 'signed_in' }],
    })
    expect(text).not.toContain(made.key)

    expect((await browser.post('/delete', { body: { address: `0x${'55'.repeat(32)}` } })).status).toBe(400)
    installation.accounts.use.count(made.id)
    expect((await browser.post('/delete', { body: { address: account.address } })).status).toBe(200)
    await installation.accounts.use.flush()
    expect(await signedIn(browser)).toBeNull()
    expect(await installation.accounts.data.export(account.address)).toBeUndefined()
    expect(await installation.accounts.keys.list(account.address)).toEqual([])
    const use = await store.db.selectFrom('api_key_use').selectAll().where('key_id', '=', made.id).execute()
    expect(use).toEqual([])
  })
})

describe('the page after signing in', () => {
  test.each(['/', '/eth', '/eth/address/0x1?tab=a&b=%2F#c', '/a//b', '/%2F%2Fevil.example'])('is %s', (next) => {
    expect(safeNext(next, origin)).toBe(next)
  })

  test.each([
    undefined,
    null,
    1,
    '',
    'eth',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'https:evil.example',
    'https://evil.example',
    'https://explorer.example@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/..//evil.example',
    '/.//evil.example',
    '/é',
    `/${'a'.repeat(2_000)}`,
  ])('is the home page for %j', (next) => {
    expect(safeNext(next, origin)).toBe('/')
  })
})
