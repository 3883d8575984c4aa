import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBytes, storedAddressText } from '#lib/account/account-store.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { accountKinds } from './accounts.ts'
import { type Browser, type EvmAccount, startInstallation } from './browser.ts'

const contract = `0x${'c0'.repeat(20)}`
const chains = [
  { id: 1, title: 'Ethereum' },
  { id: 10, title: 'Optimism' },
]

const newWallet = (): EvmAccount => {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, sign: (message: string) => account.signMessage({ message }) }
}

const signedIn = async (browser: Browser): Promise<unknown> => {
  const { account } = (await (await browser.get('/me')).json()) as { account: { address: string } | null }
  return account?.address ?? null
}

describe.each(dialects)('sessions of accounts of EVM chains, on %s', (dialect) => {
  const stores = testStores(dialect)
  let store: Store<SignInTables>
  let installation: ReturnType<typeof startInstallation>

  beforeAll(async () => {
    store = await stores.createMigratedStore<SignInTables>(signInMigrations)
    installation = startInstallation(store.withTables(), {
      ethereum: { chains: () => chains, isContractSignature: async (_, { address }) => address === contract },
    })
  })

  const open = () => installation.openBrowser()
  const signIn = async (wallet = newWallet(), chainId = 1) => {
    const browser = open()
    const response = await browser.signInOnEvm(wallet, chainId)
    expect(response.status).toBe(200)
    return { browser, response, wallet }
  }

  test('an account with a key is its address, on every chain', async () => {
    const { response, wallet } = await signIn()
    expect(await response.json()).toMatchObject({
      account: { address: wallet.address.toLowerCase(), network: 'eip155:1' },
      next: '/',
    })
    const { browser } = await signIn(wallet, 10)
    expect(await signedIn(browser)).toBe(wallet.address.toLowerCase())
    const { sessions } = (await (await browser.get('/sessions')).json()) as { sessions: { network: string }[] }
    expect(sessions.map(({ network }) => network).toSorted()).toEqual(['eip155:1', 'eip155:10'])
  })

  test('has keys, labels and an export, and is deleted on request', async () => {
    const { browser, wallet } = await signIn()
    const created = await browser.post('/keys', { body: { name: 'mine' } })
    expect(created.status).toBe(201)
    const note = { kind: 'wallet', chain: 'eth', subject: contract, label: 'Ours', isWatched: true }
    expect((await browser.post('/notes', { body: note })).status).toBe(200)
    const address = wallet.address.toLowerCase()
    expect(await (await browser.get('/export')).json()).toMatchObject({
      address,
      keys: [{ name: 'mine' }],
      notes: [{ label: 'Ours' }],
      events: expect.arrayContaining([expect.objectContaining({ kind: 'signed_in' })]),
    })
    expect((await browser.post('/delete', { body: { address: contract } })).status).toBe(400)
    expect((await browser.post('/delete', { body: { address: wallet.address } })).status).toBe(200)
    expect(await signedIn(browser)).toBeNull()
    expect(await installation.accounts.keys.list(address)).toEqual([])
  })

  test('of a contract are bound to its chain: the same address of another chain is another account', async () => {
    const wallet = { address: contract, sign: async () => `0x${'12'.repeat(100)}` }
    const [first, second] = [await signIn(wallet, 1), await signIn(wallet, 10)]
    expect([await signedIn(first.browser), await signedIn(second.browser)]).toEqual([
      `eip155:1:${contract}`,
      `eip155:10:${contract}`,
    ])
    await first.browser.post('/keys', { body: { name: 'of chain 1' } })
    expect(await (await second.browser.get('/keys')).json()).toEqual({ keys: [] })
    const address = `eip155:10:${contract}`
    expect((await second.browser.post('/delete', { body: { address } })).status).toBe(200)
    expect(await signedIn(first.browser)).toBe(`eip155:1:${contract}`)
  })

  describe('attacks', () => {
    const begin = async (browser: Browser) => {
      const wallet = newWallet()
      const started = await browser.post('/start/evm', { body: { address: wallet.address, chainId: 1 } })
      const { message } = (await started.json()) as { message: string }
      return { message, signature: await wallet.sign(message) }
    }

    test('a proof of another browser, or of another family, signs no one in', async () => {
      const [attacker, victim] = [open(), open()]
      const body = await begin(attacker)
      expect((await victim.post('/finish/evm', { body })).status).toBe(400)
      await begin(victim)
      expect((await victim.post('/finish/evm', { body })).status).toBe(400)
      const { address, publicKey } = accountKinds.Ed25519()
      await victim.post('/start', { body: { address, publicKey, network: 'mainnet' } })
      expect((await victim.post('/finish/evm', { body })).status).toBe(400)
      expect((await victim.post('/finish', { body })).status).toBe(400)
      expect(await signedIn(victim)).toBeNull()
    })

    test.each<[string, object]>([
      ['domain', { domain: 'evil.example' }],
      ['page', { uri: 'https://evil.example/' }],
      ['chain', { chainId: 10 }],
      ['account', { address: contract }],
      ['challenge', { id: 'AAAAAAAAAAAAAAAAA' }],
    ])('a verifier that returns another %s is refused', async (_, change) => {
      const { requestEvmChallenge, verifyEvmChallenge } = installation.signIn
      const other = startInstallation(store.withTables())
      Object.assign(other.signIn, {
        requestEvmChallenge,
        verifyEvmChallenge: async (...given: Parameters<typeof verifyEvmChallenge>) => ({
          ...(await verifyEvmChallenge(...given)),
          ...change,
        }),
      })
      const browser = other.openBrowser()
      expect((await browser.signInOnEvm(newWallet())).status).toBe(400)
      expect(await signedIn(browser)).toBeNull()
    })

    test('a wrong signature keeps the sign-in pending', async () => {
      const browser = open()
      const body = await begin(browser)
      const wrong = { ...body, signature: `0x${'00'.repeat(65)}` }
      expect((await browser.post('/finish/evm', { body: wrong })).status).toBe(400)
      expect((await browser.post('/finish/evm', { body })).status).toBe(200)
    })

    test('a network can start 10 sign-ins a minute for one account', async () => {
      const browser = open()
      const body = { address: newWallet().address, chainId: 1 }
      const statuses: number[] = []
      for (let attempt = 0; attempt < 11; attempt += 1)
        statuses.push((await browser.post('/start/evm', { body })).status)
      expect(statuses).toEqual([...Array(10).fill(200), 429])
    })

    test('other origins, and servers without a node of an EVM chain, sign no one in', async () => {
      const body = { address: newWallet().address, chainId: 1 }
      const headers = { origin: 'https://evil.example' }
      for (const path of ['/start/evm', '/finish/evm'])
        expect((await open().post(path, { body, headers })).status).toBe(403)
      const without = startInstallation(store.withTables()).openBrowser()
      expect((await without.post('/start/evm', { body })).status).toBe(503)
    })
  })
})

test('every account has one form of bytes', () => {
  for (const account of [
    contract,
    `0x${'ab'.repeat(32)}`,
    `eip155:1:${contract}`,
    `eip155:9007199254740991:${contract}`,
  ])
    expect(storedAddressText(addressBytes(account))).toBe(account)
})
