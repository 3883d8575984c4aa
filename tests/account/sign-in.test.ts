import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aptosChallenge, type ChallengeFields } from '#lib/account/challenge-text.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import type { RawInput } from '#lib/api/endpoint.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { isFull } from '#tests/support/tier.ts'
import { accountKinds, bothSchemes, type TestAccount } from './accounts.ts'
import { apiKeys, startChallengeServer } from './challenge-server.ts'
import { type FullNode, startFullNode } from './full-node.ts'

const domain = 'explorer.example'
const uri = 'https://explorer.example/sign-in'
const wrapped = (text: string, nonce = 'null') => `APTOS\nmessage: ${text}\nnonce: ${nonce}`

const unknownChallenge = { code: 'invalid_request', message: expect.stringMatching(/^The challenge is unknown/) }
const wrongSignature = { code: 'invalid_request', message: expect.stringMatching(/^The signature is not/) }
const foreignMessage = { code: 'invalid_request', message: expect.stringMatching(/^The message is not a challenge/) }

describe.each(dialects)('sign-in with Aptos on %s', (dialect) => {
  const stores = testStores(dialect)
  let store: Store<SignInTables>
  let node: FullNode
  let server: Awaited<ReturnType<typeof startChallengeServer>>
  let now = Date.UTC(2026, 0, 1)

  const start = (nodeTimeLimitMs = 10_000) =>
    startChallengeServer({
      store: store.withTables(),
      aptos: { networks: ['mainnet', 'testnet'], authenticationKeyOf: node.authenticationKeyOf },
      clock: () => now,
      nodeTimeLimitMs,
    })

  beforeAll(async () => {
    store = await stores.createMigratedStore<SignInTables>(signInMigrations)
    node = await startFullNode()
    server = await start()
  })
  afterEach(() => {
    node.heal()
    now += 1_000_000
  })
  afterAll(async () => {
    await server.close()
    await node.close()
  })

  const request = (
    account: TestAccount,
    more: Partial<RawInput<SignInApi['requestChallenge']>> = {},
    key = apiKeys.ann,
  ) =>
    server.client(key).requestChallenge({
      domain,
      uri,
      address: account.address,
      publicKey: account.publicKey,
      network: 'mainnet',
      timeout: 60,
      ...more,
    })
  const verify = (message: string, signature: string, key = apiKeys.ann) =>
    server.client(key).verifyChallenge({ message, signature })
  /** Signs exactly what is posted. */
  const prove = (account: TestAccount, text: string, key = apiKeys.ann) => verify(text, account.sign(text), key)

  describe.each(Object.entries(accountKinds))('an account of the kind %s', (_, create) => {
    test("can sign the bare challenge, a wallet's message around it, or one that can be reconstructed", async () => {
      const account = create()
      const forms: [message: (text: string) => string, signed: (text: string) => string][] = [
        [(text) => text, (text) => text],
        [(text) => wrapped(text), (text) => wrapped(text)],
        [(text) => text, (text) => wrapped(text, aptosChallenge.parse(text)?.nonce)],
      ]
      for (const [message, signed] of forms) {
        const { id, message: text, profileId } = await request(account, { statement: 'Please confirm' })
        const answer = await verify(message(text), account.sign(signed(text)))
        expect(answer).toEqual({
          id,
          domain,
          statement: 'Please confirm',
          uri,
          expirationTime: null,
          notBefore: null,
          resources: [],
          version: '1',
          nonce: aptosChallenge.parse(text)?.nonce,
          profileId,
          chainId: 1,
          network: 'mainnet',
          address: account.address,
          publicKey: account.publicKey,
        })
      }
    })
  })

  test('responds with 201 and no-store, and includes every field of the request', async () => {
    const account = accountKinds.Ed25519()
    const more = {
      network: 'testnet' as const,
      expirationTime: new Date(now + 30_000).toISOString(),
      notBefore: new Date(now - 1).toISOString(),
      resources: ['https://explorer.example/a', 'ipfs://bafy'],
    }
    const { message } = await request(account, more)
    const response = await server.post(
      'verify',
      JSON.stringify({ message, signature: account.sign(message), networkType: 'aptos' }),
    )
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ ...more, chainId: 2, statement: null })
  })

  test('ids and nonces are 17 random letters and digits without repetition; the profile id depends only on the address', async () => {
    const account = accountKinds.Ed25519()
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(account)))
    const nonces = answers.map(({ message }) => aptosChallenge.parse(message)?.nonce)
    for (const text of [...nonces, ...answers.map(({ id }) => id)]) expect(text).toMatch(/^[A-Za-z0-9]{17}$/)
    expect(new Set([...nonces, ...answers.map(({ id }) => id)]).size).toBe(100)
    expect(new Set(answers.map(({ profileId }) => profileId)).size).toBe(1)
    const other = await request(accountKinds.Ed25519(), { network: 'testnet' })
    expect(other.profileId).not.toBe(answers[0]?.profileId)
  })

  describe('single use', () => {
    test('refuses the same proof a second time, and the same challenge in its other form', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      await prove(account, message)
      await expect(prove(account, message)).rejects.toMatchObject(unknownChallenge)
      await expect(prove(account, wrapped(message))).rejects.toMatchObject(unknownChallenge)
    })

    test('accepts one of twenty concurrent proofs, over two servers', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      const second = await start()
      const body = JSON.stringify({ message, signature: account.sign(message) })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? server : second).post('verify', body)),
      )
      await second.close()
      const statuses = responses.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([201, ...Array(19).fill(400)])
    })

    test('survives wrong signatures, but not five of them', async () => {
      const [account, stranger] = [accountKinds.Ed25519(), accountKinds.Ed25519()]
      const { message } = await request(account)
      for (let attempt = 0; attempt < 4; attempt += 1)
        await expect(prove(stranger, message)).rejects.toMatchObject(wrongSignature)
      await prove(account, message)

      const { message: other } = await request(account)
      for (let attempt = 0; attempt < 5; attempt += 1)
        await expect(prove(stranger, other)).rejects.toMatchObject(wrongSignature)
      await expect(prove(account, other)).rejects.toMatchObject(unknownChallenge)
    })
  })

  describe('expiry', () => {
    test.each([15, 120])('a challenge of %i s is valid until the last millisecond', async (timeout) => {
      const account = accountKinds.Ed25519()
      const [first, second] = [await request(account, { timeout }), await request(account, { timeout })]
      now += timeout * 1_000 - 1
      await prove(account, first.message)
      now += 1
      await expect(prove(account, second.message)).rejects.toMatchObject(unknownChallenge)
    })

    test('a challenge that expires while the account is looked up on chain is unknown', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account, { timeout: 15 })
      node.failWith(() => {
        now += 15_000
        return { status: 404, body: '{"error_code":"resource_not_found"}' }
      })
      await expect(prove(account, message)).rejects.toMatchObject(unknownChallenge)
    })

    test("the message's own expirationTime and notBefore apply as well", async () => {
      const account = accountKinds.Ed25519()
      const past = await request(account, { expirationTime: new Date(now).toISOString() })
      await expect(prove(account, past.message)).rejects.toMatchObject(unknownChallenge)
      const ahead = await request(account, { notBefore: new Date(now + 1_000).toISOString() })
      await expect(prove(account, ahead.message)).rejects.toMatchObject(unknownChallenge)
      now += 1_000
      await prove(account, ahead.message)
    })

    test("the issue time is the server's, and expired challenges are deleted by later requests", async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      expect(aptosChallenge.parse(message)?.issuedAt).toBe(new Date(now).toISOString())
      now += 100_000
      await request(account)
      const rows = await store.db.selectFrom('sign_in_challenge').select('message').execute()
      expect(rows.map((row) => row.message)).not.toContain(message)
    })
  })

  describe('a challenge that is modified and signed is unknown', () => {
    const changes: Partial<ChallengeFields>[] = [
      { domain: 'evil.example' },
      { uri: 'https://evil.example/' },
      { address: `0x${'11'.repeat(32)}` },
      { chainId: 2 },
      { statement: 'Another' },
      { nonce: 'AAAAAAAAAAAAAAAAA' },
      { issuedAt: '2030-01-01T00:00:00.000Z' },
      { expirationTime: '2030-01-01T00:00:00.000Z' },
      { notBefore: '2020-01-01T00:00:00.000Z' },
      { resources: ['https://evil.example/'] },
    ]
    test.each(changes)('with %j', async (change) => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account, { statement: 'Please confirm' })
      const fields = aptosChallenge.parse(message)
      if (fields === undefined) throw new Error('not a challenge')
      const other = aptosChallenge.build({ ...fields, ...change })
      await expect(prove(account, other)).rejects.toMatchObject(unknownChallenge)
      await expect(prove(account, wrapped(other))).rejects.toMatchObject(unknownChallenge)
      await prove(account, message)
    })

    test('in any non-canonical form', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      const spellings = [
        message.replaceAll('\n', '\r\n'),
        `${message}\n`,
        `${message} `,
        ` ${message}`,
        `\uFEFF${message}`,
        `Hello\n${message}`,
        message.replace(account.address, account.address.toUpperCase().replace('X', 'x')),
        message.replace('Nonce: ', 'Nonce: AAAAAAAAAAAAAAAAA\nNonce: '),
        message.replace('explorer', 'expl\u043Erer'),
        wrapped(wrapped(message)),
        `${wrapped(message)}\nnonce: 2`,
        wrapped(message).replace('APTOS\n', 'APTOS\nchainId: 1\nchainId: 1\n'),
      ]
      for (const text of spellings) await expect(prove(account, text)).rejects.toMatchObject(foreignMessage)
      await prove(account, message)
    })
  })

  describe("a wallet's own fields", () => {
    test('are accepted before the message and after the nonce', async () => {
      const account = accountKinds.Ed25519()
      const fields = `address: ${account.address}\napplication: https://${domain}/sign-in\nchainId: 1`
      for (const write of [
        (text: string) => `APTOS\n${fields}\nmessage: ${text}\nnonce: 5`,
        (text: string) => `APTOS\nmessage: ${text}\nnonce: 5\n${fields}`,
      ]) {
        const { message } = await request(account)
        await prove(account, write(message))
      }
    })

    test.each([
      'application: https://evil.example',
      'application: https://explorer.example.evil.example',
      'application: ',
      'chainId: 2',
      `address: 0x${'22'.repeat(32)}`,
    ])('of another site or account refuse the proof: %s', async (field) => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      await expect(prove(account, `APTOS\n${field}\nmessage: ${message}\nnonce: 5`)).rejects.toMatchObject(
        wrongSignature,
      )
      await expect(prove(account, `APTOS\nmessage: ${message}\nnonce: 5\n${field}`)).rejects.toMatchObject(
        wrongSignature,
      )
    })

    test('are signed: those of one message do not fit the signature of another', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      await expect(verify(wrapped(message, '1'), account.sign(wrapped(message, '2')))).rejects.toMatchObject(
        wrongSignature,
      )
      await expect(verify(wrapped(message), account.sign(message))).rejects.toMatchObject(wrongSignature)
      await expect(verify(message, account.sign(wrapped(message, '2')))).rejects.toMatchObject(wrongSignature)
    })
  })

  describe('the public key', () => {
    test("of an attacker does not prove a victim's address", async () => {
      const [victim, attacker] = [accountKinds.Ed25519(), accountKinds.Ed25519()]
      const { message } = await request({ ...victim, publicKey: attacker.publicKey })
      await expect(prove(attacker, message)).rejects.toMatchObject(wrongSignature)
    })

    test('of the other scheme does not prove this address', async () => {
      const { legacy, single } = bothSchemes()
      for (const [address, signer] of [
        [legacy.address, single],
        [single.address, legacy],
      ] as const) {
        const { message } = await request({ ...signer, address })
        await expect(prove(signer, message)).rejects.toMatchObject(wrongSignature)
      }
    })

    test('must be the current one on chain: a rotated key works, the previous one does not', async () => {
      const [account, next] = [accountKinds.Ed25519(), accountKinds['MultiKey, two of three']()]
      node.rotate(account.address, next.address)
      const before = await request(account)
      await expect(prove(account, before.message)).rejects.toMatchObject(wrongSignature)
      const after = await request({ ...next, address: account.address })
      expect(await prove(next, after.message)).toMatchObject({ address: account.address, publicKey: next.publicKey })
    })

    test('rotated between request and proof no longer works', async () => {
      const account = accountKinds.Ed25519()
      const { message } = await request(account)
      node.rotate(account.address, `0x${'33'.repeat(32)}`)
      await expect(prove(account, message)).rejects.toMatchObject(wrongSignature)
    })

    test('is looked up only after the signature is verified', async () => {
      const [account, stranger] = [accountKinds.Ed25519(), accountKinds.Ed25519()]
      const { message } = await request(account)
      await expect(prove(stranger, message)).rejects.toMatchObject(wrongSignature)
      expect(node.asked).not.toContain(account.address)
      await prove(account, message)
      expect(node.asked).toContain(account.address)
    })

    test.each<[string, Parameters<FullNode['failWith']>[0]]>([
      ['answers 503', () => ({ status: 503, body: '' })],
      ['answers 429', () => ({ status: 429, body: '' })],
      ['answers 500', () => ({ status: 500, body: '{"error_code":"internal_error"}' })],
      ['returns an unrelated 404', () => ({ status: 404, body: '<html>' })],
      ['has pruned it', () => ({ status: 410, body: '{"error_code":"version_pruned"}' })],
      ['returns another shape', () => ({ status: 200, body: '{"data":{}}' })],
      ['returns invalid JSON', () => ({ status: 200, body: '{"data":' })],
      [
        'is on another network',
        () => ({ status: 404, body: '{"error_code":"resource_not_found"}', headers: { 'x-aptos-chain-id': '2' } }),
      ],
      ['redirects elsewhere', () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } })],
      ['does not respond', () => 'silence'],
    ])('is refused while the node %s, and the challenge can be proved afterwards', async (_, answer) => {
      const account = accountKinds.Ed25519()
      // The client knows its network from the first answer.
      const first = await request(account)
      await prove(account, first.message)
      const { message } = await request(account)
      node.failWith(answer)
      const impatient = await start(100)
      const proof = { message, signature: account.sign(message) }
      const answered = impatient.client(apiKeys.ann).verifyChallenge(proof)
      await expect(answered).rejects.toMatchObject({ code: 'not_available', status: 503 })
      await impatient.close()
      node.heal()
      await prove(account, message)
    })

    test('that accepts one signature for every message is refused', async () => {
      const key = `0x01${'00'.repeat(31)}`
      const account = { ...accountKinds.Ed25519(), publicKey: key }
      const { message } = await request(account)
      await expect(verify(message, `${key}${'00'.repeat(32)}`)).rejects.toMatchObject(wrongSignature)
    })

    test.each([
      ['keyless', '0x032100'],
      ['passkey', `0x0241${'04'.repeat(65)}`],
    ])('of the kind %s is refused at the request, with a message', async (kind, publicKey) => {
      await expect(request({ ...accountKinds.Ed25519(), publicKey })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(new RegExp(`${kind}.*cannot be verified here`)),
      })
    })
  })

  describe('callers', () => {
    test('with another key cannot find a challenge, use it up or spend its attempts', async () => {
      const [account, stranger] = [accountKinds.Ed25519(), accountKinds.Ed25519()]
      const { message } = await request(account)
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await expect(prove(account, message, apiKeys.bob)).rejects.toMatchObject(unknownChallenge)
        await expect(prove(stranger, message, apiKeys.bob)).rejects.toMatchObject(unknownChallenge)
      }
      await prove(account, message)
    })

    test('without a key, or with a wrong one, are refused before anything is read', async () => {
      const absent = await server.post('verify', '{', { 'x-api-key': '' })
      expect(absent.status).toBe(401)
      expect(await absent.json()).toMatchObject({ statusCode: 401, code: 'key_required' })
      expect((await server.post('request', '{', { 'x-api-key': 'wrong' })).status).toBe(401)
    })

    test('get the same message for a wrong key and a wrong signature', async () => {
      const [account, stranger] = [accountKinds.Ed25519(), accountKinds.Ed25519()]
      const texts = new Set<string>()
      for (const [message, signature] of [
        [(await request(account)).message, `0x${'00'.repeat(64)}`],
        [(await request(account)).message, `0x${'4f'.repeat(65)}`],
        [(await request(account)).message, '0x00'],
      ] as const)
        await verify(message, signature).catch((error: Error) => texts.add(error.message))
      const { message } = await request({ ...account, publicKey: stranger.publicKey })
      await prove(stranger, message).catch((error: Error) => texts.add(error.message))
      expect([...texts]).toEqual(["The signature is not that of the challenge's account."])
    })
  })

  describe('request bodies', () => {
    test.each<[string, string, number]>([
      ['a non-object', '[]', 400],
      ['invalid JSON', '{', 400],
      ['nothing', '', 400],
      ['a message of another type', '{"message":1,"signature":"0x00"}', 400],
      ['an array as message', '{"message":["a"],"signature":"0x00"}', 400],
      ['an empty message', '{"message":"","signature":"0x00"}', 400],
      ['an invalid hex signature', '{"message":"a","signature":"0xzz"}', 400],
      ['an odd number of hex digits', '{"message":"a","signature":"0x0"}', 400],
      ['a lone surrogate', '{"message":"\\ud800","signature":"0x00"}', 400],
      ['a __proto__ key', '{"__proto__":{"message":"a"},"signature":"0x00"}', 400],
      ['depth', `{"message":${'['.repeat(5_000)}${']'.repeat(5_000)},"signature":"0x00"}`, 400],
      ['a megabyte', `{"message":"${'a'.repeat(1_000_000)}","signature":"0x00"}`, 413],
      ['ten megabytes', `{"message":"${'a'.repeat(10_000_000)}"}`, 413],
      ['a signature of 100,000 digits', `{"message":"a","signature":"0x${'00'.repeat(25_000)}"}`, 400],
    ])('with %s are refused, and the service keeps running', async (_, body, status) => {
      const response = await server.post('verify', body)
      expect(response.status).toBe(status)
      expect(await response.json()).not.toHaveProperty('stack')
    })

    test('without the JSON content type are refused', async () => {
      const response = await server.post('verify', '{"message":"a","signature":"0x00"}', {
        'content-type': 'text/plain',
      })
      expect(response.status).toBe(400)
    })

    test('without an end are read only up to the limit', async () => {
      let sent = 0
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(0x20))
        },
      })
      const response = await server.handle(
        new Request('http://localhost/api/auth/challenge/verify/aptos', {
          method: 'POST',
          body: endless,
          headers: { 'x-api-key': apiKeys.ann, 'content-type': 'application/json' },
          duplex: 'half',
        } as RequestInit),
      )
      expect(response.status).toBe(413)
      expect(sent).toBeLessThan(500_000)
    })
  })

  describe('a request that injects lines', () => {
    test.each([
      { statement: 'a\nNonce: x' },
      { statement: 'a\r' },
      { domain: 'explorer.example\nevil' },
      { uri: 'https://explorer.example/\nNonce: x' },
      { resources: ['https://explorer.example/\n- https://evil.example/'] },
      { address: '0x123' },
      { address: `0x${'a'.repeat(63)}` },
      { timeout: 14 },
      { timeout: 121 },
      { expirationTime: '2023-02-30T00:00:00Z' },
      { notBefore: '9999-12-31T23:59:59-23:00' },
    ])('%j is refused', async (more) => {
      await expect(request(accountKinds.Ed25519(), more)).rejects.toMatchObject({ code: 'invalid_request' })
    })

    test('a request for a network without a full node is refused', async () => {
      const single = await startChallengeServer({
        store: store.withTables(),
        aptos: { networks: ['mainnet'], authenticationKeyOf: node.authenticationKeyOf },
      })
      const { address, publicKey } = accountKinds.Ed25519()
      const asked = single.client(apiKeys.ann).requestChallenge({ domain, uri, address, publicKey, chainId: 2 })
      await expect(asked).rejects.toMatchObject({ code: 'not_available' })
      await single.close()
    })
  })

  test('randomly modified proofs never sign in and never crash the server', async () => {
    const account = accountKinds['SingleKey of Ed25519']()
    let seed = 42
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < (isFull ? 60 : 15); round += 1) {
      const { message } = await request(account)
      const signature = account.sign(message)
      const at = random(message.length)
      const text = message.slice(0, at) + String.fromCharCode(random(256)) + message.slice(at + random(3))
      const place = 2 + random(signature.length - 2)
      const digits = signature.slice(0, place) + random(16).toString(16) + signature.slice(place + 1)
      const [changed, whole] = [text === message, digits === signature]
      const results = await Promise.allSettled([
        changed ? Promise.reject(new Error('unchanged')) : verify(text, account.sign(text)),
        whole ? Promise.reject(new Error('unchanged')) : verify(message, digits),
      ])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    }
    expect(server.facts.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  })

  test('nothing logged contains a signature, a nonce, an id or a message', async () => {
    const account = accountKinds.Ed25519()
    const { id, message } = await request(account)
    const signature = account.sign(message)
    await verify(message, signature)
    await verify(message, signature).catch(() => undefined)
    const told = server.facts.map(
      ({ error, ...facts }) => JSON.stringify(facts) + (error instanceof Error ? error.stack : ''),
    )
    const nonce = aptosChallenge.parse(message)?.nonce ?? 'none'
    for (const secret of [id, nonce, signature, message, apiKeys.ann]) expect(told.join('\n')).not.toContain(secret)
  })
})
