import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hashMessage } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChallengeFields, ethereumChallenge } from '#lib/account/challenge-text.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import type { RawInput } from '#lib/api/endpoint.ts'
import { readContractSignature } from '#lib/evm/chain/rpc/state/calls.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { apiKeys, startChallengeServer } from './challenge-server.ts'
import { createContractWallets } from './contract-wallets.ts'

const domain = 'explorer.example'
const uri = 'https://explorer.example/sign-in'
const chainId = 31_337

const unknownChallenge = { code: 'invalid_request', message: expect.stringMatching(/^The challenge is unknown/) }
const wrongSignature = { code: 'invalid_request', message: expect.stringMatching(/^The signature is not/) }
const foreignMessage = { code: 'invalid_request', message: expect.stringMatching(/^The message is not a challenge/) }

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** The other signature of the same key over the same hash: s is replaced by the order without it. */
const mirrored = (signature: string): string => {
  const { n } = secp256k1.Point.CURVE()
  const s = n - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
}

/** EIP-2098: the parity in the top bit of s. */
const compact = (signature: string): string => {
  const s = BigInt(`0x${signature.slice(66, 130)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`
}

describe.each(dialects)('sign-in with Ethereum on %s', (dialect) => {
  const stores = testStores(dialect)
  let store: Store<SignInTables>
  let anvil: Anvil
  let pool: NodePool
  let wallets: Awaited<ReturnType<typeof createContractWallets>>
  let server: Awaited<ReturnType<typeof startChallengeServer>>
  let now = Date.UTC(2026, 0, 1)
  let questions = 0

  const start = (askedPool = () => pool, nodeTimeLimitMs = 10_000) =>
    startChallengeServer({
      store: store.withTables(),
      ethereum: {
        chains: () => [
          { id: 1, title: 'Ethereum' },
          { id: chainId, title: 'Local devnet' },
        ],
        isContractSignature: async (_, asked, signal) => {
          questions += 1
          return await readContractSignature(askedPool(), asked, signal)
        },
      },
      clock: () => now,
      nodeTimeLimitMs,
    })

  beforeAll(async () => {
    store = await stores.createMigratedStore<SignInTables>(signInMigrations)
    anvil = await startAnvil(['--hardfork', 'prague'])
    pool = createPool([anvil.transport()])
    wallets = await createContractWallets(anvil)
    server = await start()
  })
  afterEach(() => {
    now += 1_000_000
    questions = 0
  })
  afterAll(async () => {
    await server.close()
    await anvil.stop()
  })

  const request = (
    address: string,
    more: Partial<RawInput<SignInApi['requestEvmChallenge']>> = {},
    key = apiKeys.ann,
  ) => server.client(key).requestEvmChallenge({ domain, uri, address, chainId, timeout: 60, ...more })
  const verify = (message: string, signature: string, key = apiKeys.ann) =>
    server.client(key).verifyEvmChallenge({ message, signature })
  /** Signs exactly what is posted. */
  const prove = async (account: PrivateKeyAccount, message: string, key = apiKeys.ann) =>
    await verify(message, await account.signMessage({ message }), key)

  test('an account with a key signs in with 65 bytes, with or without the 27, and with 64; no node is asked', async () => {
    const account = newAccount()
    const short = (signature: string) => `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    for (const write of [(signature: string) => signature, short, compact, (signature: string) => signature.slice(2)]) {
      const { id, message, profileId } = await request(account.address, { statement: 'Please confirm' })
      expect(await verify(message, write(await account.signMessage({ message })))).toEqual({
        id,
        domain,
        statement: 'Please confirm',
        uri,
        expirationTime: null,
        notBefore: null,
        resources: [],
        version: '1',
        nonce: ethereumChallenge.parse(message)?.nonce,
        profileId,
        chainId,
        address: account.address,
      })
    }
    expect(questions).toBe(0)
  })

  test('responds with 201 and no-store, and includes every field of the request', async () => {
    const account = newAccount()
    const more = {
      expirationTime: new Date(now + 30_000).toISOString(),
      notBefore: new Date(now - 1).toISOString(),
      resources: ['https://explorer.example/a', 'ipfs://bafy'],
    }
    // Hex, as the SDK of the hosted service sends it, and an address without a checksum.
    const { message } = await request(account.address.toLowerCase(), { ...more, chainId: '0x7a69' })
    const signature = await account.signMessage({ message })
    const body = JSON.stringify({ message, signature, networkType: 'evm' })
    const response = await server.post('verify', body, {}, 'evm')
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ ...more, chainId, statement: null, address: account.address })
  })

  test('a chain that is not served is refused at the request, which names those that are', async () => {
    await expect(request(newAccount().address, { chainId: 137 })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^chainId is not a chain that is served here: .*1 \(Ethereum\), 31337/),
    })
  })

  describe('single use', () => {
    test('refuses the same proof a second time, and in its other form', async () => {
      const account = newAccount()
      const { message } = await request(account.address)
      const signature = await account.signMessage({ message })
      await verify(message, signature)
      await expect(verify(message, signature)).rejects.toMatchObject(unknownChallenge)
      await expect(verify(message, compact(signature))).rejects.toMatchObject(unknownChallenge)
    })

    test('accepts one of twenty concurrent proofs, over two servers', async () => {
      const account = newAccount()
      const { message } = await request(account.address)
      const second = await start()
      const body = JSON.stringify({ message, signature: await account.signMessage({ message }) })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? server : second).post('verify', body, {}, 'evm')),
      )
      await second.close()
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(400)])
    })

    test('survives wrong signatures, but not five of them, and the node is asked no more often', async () => {
      const [account, stranger] = [newAccount(), newAccount()]
      const { message } = await request(account.address)
      for (let attempt = 0; attempt < 4; attempt += 1)
        await expect(prove(stranger, message)).rejects.toMatchObject(wrongSignature)
      await prove(account, message)

      questions = 0
      const { message: other } = await request(account.address)
      const signature = await stranger.signMessage({ message: other })
      const refused = await Promise.allSettled(Array.from({ length: 20 }, () => verify(other, signature)))
      expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
      expect(questions).toBe(5)
      await expect(prove(account, other)).rejects.toMatchObject(unknownChallenge)
    })
  })

  describe('expiry', () => {
    test('a challenge is valid until the last millisecond of its timeout', async () => {
      const account = newAccount()
      const [first, second] = [await request(account.address), await request(account.address)]
      now += 59_999
      await prove(account, first.message)
      now += 1
      await expect(prove(account, second.message)).rejects.toMatchObject(unknownChallenge)
    })

    test('the times in the message end and begin it, too', async () => {
      const account = newAccount()
      const ends = await request(account.address, { expirationTime: new Date(now + 1_000).toISOString() })
      const begins = await request(account.address, { notBefore: new Date(now + 1_000).toISOString() })
      await expect(prove(account, begins.message)).rejects.toMatchObject(unknownChallenge)
      now += 1_000
      await expect(prove(account, ends.message)).rejects.toMatchObject(unknownChallenge)
      await prove(account, begins.message)
    })
  })

  describe('a challenge that is modified', () => {
    const other = newAccount().address
    test.each<[string, Partial<ChallengeFields>]>([
      ['domain', { domain: 'evil.example' }],
      ['URI', { uri: 'https://evil.example/' }],
      ['statement', { statement: 'I agree to everything' }],
      ['chain', { chainId: 1 }],
      ['account', { address: other }],
      ['nonce', { nonce: 'AAAAAAAAAAAAAAAAA' }],
      ['time of issue', { issuedAt: '2026-01-01T00:00:00.001Z' }],
      ['expiry', { expirationTime: '2099-01-01T00:00:00.000Z' }],
      ['beginning', { notBefore: '2020-01-01T00:00:00.000Z' }],
      ['resources', { resources: ['https://evil.example/'] }],
    ])('in its %s is unknown, even if it is signed', async (_, change) => {
      const account = newAccount()
      const { message } = await request(account.address, { statement: 'Please confirm' })
      const fields = ethereumChallenge.parse(message)
      if (fields === undefined) throw new Error('not a challenge')
      const changed = ethereumChallenge.build({ ...fields, ...change })
      await expect(prove(account, changed)).rejects.toMatchObject(unknownChallenge)
      await prove(account, message)
    })

    test('in any non-canonical form is refused', async () => {
      const account = newAccount()
      const { message } = await request(account.address)
      const spellings = [
        message.replaceAll('\n', '\r\n'),
        `${message}\n`,
        ` ${message}`,
        `\uFEFF${message}`,
        `Hello\n${message}`,
        `https://${message}`,
        message.replace(account.address, account.address.toLowerCase()),
        message.replace('Chain ID: ', 'Chain ID: 0'),
        message.replace('Chain ID: 31337', 'Chain ID: 0x7a69'),
        message.replace('Nonce: ', 'Nonce: AAAAAAAAAAAAAAAAA\nNonce: '),
        message.replace('explorer', 'expl\u043Erer'),
        message.replace('Ethereum account', 'Aptos account'),
        `${message}\nRequest ID: 1`,
        `APTOS\nmessage: ${message}\nnonce: 1`,
      ]
      for (const text of spellings) await expect(prove(account, text)).rejects.toMatchObject(foreignMessage)
      await prove(account, message)
    })

    test('by the nonce of another account is unknown', async () => {
      const [victim, attacker] = [newAccount(), newAccount()]
      const [theirs, own] = [await request(victim.address), await request(attacker.address)]
      const fields = ethereumChallenge.parse(own.message)
      const nonce = ethereumChallenge.parse(theirs.message)?.nonce
      if (fields === undefined || nonce === undefined) throw new Error('not a challenge')
      const swapped = ethereumChallenge.build({ ...fields, nonce })
      await expect(prove(attacker, swapped)).rejects.toMatchObject(unknownChallenge)
      await expect(prove(attacker, theirs.message)).rejects.toMatchObject(wrongSignature)
      await prove(victim, theirs.message)
    })
  })

  describe('attacks', () => {
    test('signatures that are not exactly those of the key are refused', async () => {
      const account = newAccount()
      const signatures: ((message: string) => Promise<string>)[] = [
        async (message) => mirrored(await account.signMessage({ message })),
        async (message) => compact(mirrored(await account.signMessage({ message }))),
        async (message) => `${await account.signMessage({ message })}00`,
        async (message) => (await account.signMessage({ message })).slice(0, -4),
        async (message) => `${(await account.signMessage({ message })).slice(0, 130)}1d`,
        // The hash alone, and the text without the prefix of EIP-191.
        async (message) => await account.sign({ hash: hashMessage(hashMessage(message)) }),
        async () => `0x${'00'.repeat(65)}`,
        async () => `0x${'ff'.repeat(65)}`,
        async () => `0x${'00'.repeat(64)}`,
        async () => '0x00',
      ]
      for (const sign of signatures) {
        const { message } = await request(account.address)
        const signature = await sign(message)
        await expect(verify(message, signature), signature).rejects.toMatchObject(wrongSignature)
        await prove(account, message)
      }
    })

    test('a message for one ledger cannot be verified as that of the other', async () => {
      const account = newAccount()
      const { message } = await request(account.address)
      const signature = await account.signMessage({ message })
      const response = await server.post('verify', JSON.stringify({ message, signature }))
      // This server has no node of Aptos.
      expect(response.status).toBe(503)
      await verify(message, signature)
    })

    test.each([
      { statement: 'a\nNonce: x' },
      { statement: 'a "quoted" word' },
      { domain: 'explorer.example\nevil' },
      { domain: 'user@explorer.example' },
      { uri: 'https://explorer.example/\nNonce: x' },
      { resources: ['https://explorer.example/\n- https://evil.example/'] },
      { address: `0x${'a'.repeat(39)}` },
      { address: `0x${'a'.repeat(64)}` },
      { chainId: 0 },
      { chainId: '1e3' },
      { timeout: 121 },
      { expirationTime: '2023-02-30T00:00:00Z' },
    ])('the request %j is refused', async (more) => {
      await expect(request(newAccount().address, more)).rejects.toMatchObject({ code: 'invalid_request' })
    })
  })

  describe('callers', () => {
    test('with another key cannot find a challenge, use it up or spend its attempts', async () => {
      const [account, stranger] = [newAccount(), newAccount()]
      const { message } = await request(account.address)
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await expect(prove(account, message, apiKeys.bob)).rejects.toMatchObject(unknownChallenge)
        await expect(prove(stranger, message, apiKeys.bob)).rejects.toMatchObject(unknownChallenge)
      }
      await prove(account, message)
    })
  })

  describe('a contract wallet', () => {
    test("signs in with its owner's key, once", async () => {
      const owner = newAccount()
      const address = await wallets.deploy(owner.address)
      const { message } = await request(address)
      const signature = await owner.signMessage({ message })
      expect(await verify(message, signature)).toMatchObject({ chainId })
      await expect(verify(message, signature)).rejects.toMatchObject(unknownChallenge)
    })

    test.each(['refusing', 'reverting', 'endless', 'lavish'] as const)(
      'that is %s is a wrong signature',
      async (manner) => {
        const owner = newAccount()
        const { message } = await request(await wallets.deploy(owner.address, manner))
        await expect(prove(owner, message)).rejects.toMatchObject(wrongSignature)
      },
    )

    test("refuses a stranger's signature, and one over another message", async () => {
      const [owner, stranger] = [newAccount(), newAccount()]
      const address = await wallets.deploy(owner.address)
      const { message } = await request(address)
      await expect(prove(stranger, message)).rejects.toMatchObject(wrongSignature)
      const { message: earlier } = await request(address)
      const signature = await owner.signMessage({ message: earlier })
      await expect(verify(message, signature)).rejects.toMatchObject(wrongSignature)
    })

    test('without code is a wrong signature, also at the address of a precompile that returns its input', async () => {
      for (const address of [newAccount().address, `0x${'4'.padStart(40, '0')}`]) {
        const { message } = await request(address)
        await expect(prove(newAccount(), message)).rejects.toMatchObject(wrongSignature)
      }
    })

    test('that is not deployed (EIP-6492) is refused with a message that says so', async () => {
      const owner = newAccount()
      const { message } = await request(owner.address)
      const signature = `${await owner.signMessage({ message })}${'6492'.repeat(16)}`
      await expect(verify(message, signature)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/not deployed on this chain \(EIP-6492\)/),
      })
    })

    test('to which an account delegates (EIP-7702) leaves its key in control, and may sign, too', async () => {
      const [account, owner] = [newAccount(), newAccount()]
      await wallets.delegate(account.address, await wallets.deploy(owner.address, 'refusing'))
      await prove(account, (await request(account.address)).message)
      await wallets.delegate(account.address, await wallets.deploy(owner.address))
      await prove(account, (await request(account.address)).message)
      await prove(owner, (await request(account.address)).message)
    })

    test('is not checked while the node is away: 503, and the challenge can be proved afterwards', async () => {
      const owner = newAccount()
      const { message } = await request(await wallets.deploy(owner.address))
      const away = await startAnvil()
      const transport = away.transport()
      await away.stop()
      const cutOff = await start(() => createPool([transport]), 1_000)
      const proof = { message, signature: await owner.signMessage({ message }) }
      const answered = cutOff.client(apiKeys.ann).verifyEvmChallenge(proof)
      await expect(answered).rejects.toMatchObject({ code: 'not_available', status: 503 })
      await cutOff.close()
      await verify(message, proof.signature)
    })

    test('is not checked while the node refuses to run calls: 503', async () => {
      const owner = newAccount()
      const { message } = await request(await wallets.deploy(owner.address))
      const faulty = await startFaultyRpc(anvil.transport())
      const error = { code: -32_000, message: 'execution aborted (timeout = 5s)' }
      faulty.always.push({ kind: 'error', error, methods: ['eth_call'] })
      const faultyPool = createPool([httpTransport(faulty.url)])
      const busy = await start(() => faultyPool)
      const proof = { message, signature: await owner.signMessage({ message }) }
      const answered = busy.client(apiKeys.ann).verifyEvmChallenge(proof)
      await expect(answered).rejects.toMatchObject({ code: 'not_available', status: 503 })
      await busy.close()
      await faulty.stop()
      await verify(message, proof.signature)
    })

    test('that takes too long is given up: 503', async () => {
      const slow = await startAnvil(['--gas-limit', '1000000000000000'])
      const owner = newAccount()
      const address = await (await createContractWallets(slow)).deploy(owner.address, 'endless')
      const slowPool = createPool([slow.transport()])
      const impatient = await start(() => slowPool, 500)
      const { message } = await request(address)
      const proof = { message, signature: await owner.signMessage({ message }) }
      const answered = impatient.client(apiKeys.ann).verifyEvmChallenge(proof)
      await expect(answered).rejects.toMatchObject({ code: 'not_available', status: 503 })
      await impatient.close()
      await slow.stop()
    })
  })

  test('nothing logged contains a signature, a nonce, an id or a message', async () => {
    const account = newAccount()
    const { id, message } = await request(account.address)
    const signature = await account.signMessage({ message })
    await verify(message, signature)
    await verify(message, signature).catch(() => undefined)
    const told = server.facts.map(
      ({ error, ...facts }) => JSON.stringify(facts) + (error instanceof Error ? error.stack : ''),
    )
    const nonce = ethereumChallenge.parse(message)?.nonce ?? 'none'
    for (const secret of [id, nonce, signature, message, apiKeys.ann]) expect(told.join('\n')).not.toContain(secret)
  })
})
