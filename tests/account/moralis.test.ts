import { createRequire } from 'node:module'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInMigrations } from '#lib/account/migrations.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { accountKinds } from './accounts.ts'
import { apiKeys, startChallengeServer } from './challenge-server.ts'

type Answer = { raw: Record<string, unknown>; result: Record<string, unknown> }

/** What these tests use of the SDK. */
type AuthSdk = {
  start(options: { apiKey: string }): Promise<void>
  Auth: Record<'requestMessage' | 'verify', (options: Record<string, unknown>) => Promise<Answer>>
}
/** The HTTP client within the SDK. */
type Http = { interceptors: { request: { use(change: (config: { url: string }) => { url: string }): void } } }

const require = createRequire(import.meta.url)
const { default: Moralis } = require('moralis') as { default: AuthSdk }
const fromSdk = createRequire(require.resolve('moralis'))
const sdkHttp = createRequire(fromSdk.resolve('@moralisweb3/common-core'))('axios') as Http
/** The SDK has no setting for it: its requests are led here as a name server or a proxy would. */
const hostedAddress = 'https://authapi.moralis.io'

describe('the official SDK with only its base URL changed', () => {
  const stores = testStores('sqlite')
  let server: Awaited<ReturnType<typeof startChallengeServer>>

  beforeAll(async () => {
    const store = await stores.createMigratedStore<unknown>(signInMigrations)
    server = await startChallengeServer({
      store,
      ethereum: { chains: () => [{ id: 137, title: 'Polygon' }], isContractSignature: async () => false },
      aptos: { networks: ['mainnet', 'testnet'], authenticationKeyOf: async () => undefined },
    })
    await Moralis.start({ apiKey: apiKeys.ann })
    sdkHttp.interceptors.request.use((config) => ({
      ...config,
      url: config.url.replace(hostedAddress, server.baseUrl),
    }))
  })
  afterAll(() => server.close())

  const account = accountKinds.Ed25519()
  const challenge = {
    networkType: 'aptos',
    domain: 'explorer.example',
    uri: 'https://explorer.example/',
    timeout: 60,
    address: account.address,
    publicKey: account.publicKey,
    network: 'mainnet',
    statement: 'Please confirm',
    expirationTime: new Date(Date.now() + 60_000).toISOString(),
  }

  test('requests a challenge and verifies the signed message', async () => {
    const { raw } = await Moralis.Auth.requestMessage(challenge)
    const message = String(raw.message)
    const { raw: proof, result } = await Moralis.Auth.verify({
      networkType: 'aptos',
      network: 'aptos',
      message,
      signature: account.sign(message),
    })
    expect(proof).toMatchObject({ id: raw.id, profileId: raw.profileId, address: account.address })
    expect(result).toMatchObject({ network: expect.anything(), nonce: proof.nonce })
  })

  test('requests a challenge of an EVM chain and verifies the signed message', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { network: _, publicKey: __, ...rest } = challenge
    const { raw } = await Moralis.Auth.requestMessage({
      ...rest,
      networkType: 'evm',
      address: account.address.toLowerCase(),
      chain: 137,
    })
    const message = String(raw.message)
    const { raw: proof, result } = await Moralis.Auth.verify({
      networkType: 'evm',
      network: 'evm',
      message,
      signature: await account.signMessage({ message }),
    })
    expect(proof).toMatchObject({ id: raw.id, profileId: raw.profileId, address: account.address, chainId: 137 })
    expect(result).toMatchObject({ chain: expect.anything(), nonce: proof.nonce })
  })

  test('reports a wrong signature with its own message', async () => {
    const { raw } = await Moralis.Auth.requestMessage(challenge)
    const verified = Moralis.Auth.verify({
      networkType: 'aptos',
      network: 'aptos',
      message: String(raw.message),
      signature: `0x${'00'.repeat(64)}`,
    })
    await expect(verified).rejects.toThrow(/Request failed, Bad Request\(400\): The signature is not/)
  })
})
