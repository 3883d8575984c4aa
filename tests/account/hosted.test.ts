import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import { createHosted, createUpstreamAgent } from '#lib/gateway/hosted.ts'
import { serveOnPort } from '#tests/gateway/serve-on-port.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { accountKinds } from './accounts.ts'
import { startInstallation } from './browser.ts'
import { apiKeys, startChallengeServer } from './challenge-server.ts'

/** What releases of the hosted service leave out of their answer. */
const releases: [name: string, leaveOut: readonly string[]][] = [
  ['everything', []],
  ['chainId without network and resources', ['network', 'resources']],
  ['network without chainId and resources', ['chainId', 'resources']],
]

describe('the hosted service as the verifier', () => {
  const stores = testStores('sqlite')
  const agent = createUpstreamAgent()
  let upstream: Awaited<ReturnType<typeof startChallengeServer>>

  const newStore = async () => {
    const store = await stores.createMigratedStore<unknown>(signInMigrations)
    return store
  }
  beforeAll(async () => {
    upstream = await startChallengeServer({
      store: await newStore(),
      ethereum: { chains: () => [{ id: 1, title: 'Ethereum' }], isContractSignature: async () => false },
      aptos: { networks: ['mainnet', 'testnet'], authenticationKeyOf: async () => undefined },
    })
  })
  afterAll(async () => {
    await upstream.close()
    await agent.close()
  })

  test.each(releases)('signs in on the same page if it returns %s', async (_, leaveOut) => {
    const server = await serveOnPort(async (request) => {
      const response = await upstream.handle(request)
      const body = (await response.json()) as Record<string, unknown>
      for (const name of leaveOut) delete body[name]
      return Response.json(body, response)
    })
    const hosted = createHosted(signInApi, {
      baseUrl: `${server.baseUrl}/api/auth`,
      apiKey: apiKeys.ann,
      dispatcher: agent,
    })
    const browser = startInstallation(await newStore(), { hosted }).openBrowser()
    const account = accountKinds.Ed25519()
    expect((await browser.signIn(account)).status).toBe(200)
    expect(await (await browser.get('/me')).json()).toMatchObject({ account: { address: account.address } })
    await server.close()
  })

  test('signs in accounts of EVM chains if it leaves out what is empty', async () => {
    const server = await serveOnPort(async (request) => {
      const response = await upstream.handle(request)
      const fields = Object.entries<unknown>(await response.json())
      const given = fields.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      return Response.json(Object.fromEntries(given), response)
    })
    const hosted = createHosted(signInApi, {
      baseUrl: `${server.baseUrl}/api/auth`,
      apiKey: apiKeys.ann,
      dispatcher: agent,
    })
    const browser = startInstallation(await newStore(), { hosted }).openBrowser()
    const account = privateKeyToAccount(generatePrivateKey())
    const sign = (message: string) => account.signMessage({ message })
    const response = await browser.signInOnEvm({ address: account.address, sign })
    expect(await response.json()).toMatchObject({ account: { address: account.address.toLowerCase() } })
    await server.close()
  })
})
