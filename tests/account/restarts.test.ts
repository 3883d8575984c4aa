import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { createClient } from '#lib/api/client/client.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { accountKinds } from './accounts.ts'
import { apiKeys } from './challenge-server.ts'

const program = fileURLToPath(import.meta.resolve('./serve-challenges.ts'))
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

const start = async (url: string) => {
  const child = spawn(process.execPath, [program, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const lines = createInterface({ input: child.stdout })
  const [baseUrl] = (await once(lines, 'line')) as [string]
  return {
    client: createClient(signInApi, { baseUrl, headers: { 'x-api-key': apiKeys.ann } }),
    /** Without a last word. */
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe.each(dialects)('a server on %s that is killed after the request', (dialect) => {
  const stores = testStores(dialect)

  test('verifies the proof after its restart, and only once, whatever is killed in between', async () => {
    const url = await stores.createUrl()
    const account = accountKinds.Ed25519()
    const first = await start(url)
    const { message } = await first.client.requestChallenge({
      domain: 'explorer.example',
      uri: 'https://explorer.example/',
      address: account.address,
      publicKey: account.publicKey,
      network: 'mainnet',
      timeout: 120,
    })
    await first.kill()

    const proof = { message, signature: account.sign(message) }
    const second = await start(url)
    expect(await second.client.verifyChallenge(proof)).toMatchObject({ address: account.address })
    await second.kill()

    const third = await start(url)
    await expect(third.client.verifyChallenge(proof)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
