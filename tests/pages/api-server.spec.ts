import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { expect, apiTest as test, untilIndexed } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

/*
 * Web and `lib/api-server.ts` over one database: a program cannot tell which of them it asks.
 */

const { busiestWallet, nestedCalls, unknownHash } = demoLedger
const wallet = `/api/v2/${busiestWallet}?chain=demo`
const withKey = { 'x-api-key': apiKey }

const asks: [method: string, path: string, headers?: Record<string, string>][] = [
  ['GET', wallet],
  ['GET', `${wallet}&limit=3&disable_total=false`],
  ['GET', wallet.replace('/v2/', '/v2.2/')],
  ['HEAD', wallet],
  ['GET', `/api/v2/transaction/${nestedCalls}?chain=demo`],
  ['GET', '/api/explorer/evm/blocks?chain=demo&limit=5'],
  ['GET', '/api/aptos/blocks/34?with_transactions=true'],
  ['GET', '/api/aptos-testnet/blocks/34'],
  ['GET', '/api/explorer/aptos/status'],
  ['GET', '/api/openapi.json', {}],
  ['HEAD', '/api/openapi.json', {}],
  ['OPTIONS', '/api/openapi.json', {}],
  ['OPTIONS', wallet, { origin: 'https://app.example', 'access-control-request-headers': 'x-api-key, x-other' }],
  ['OPTIONS', '/api/nosuch', { origin: 'https://app.example' }],
  ['GET', wallet, {}],
  ['GET', wallet, { 'x-api-key': 'nobody-has-this-key' }],
  ['GET', wallet, { authorization: `Bearer ${apiKey}` }],
  ['GET', '/api/v2/0x12?chain=nosuch&limit=many'],
  ['GET', `${wallet}&cursor=garbage`],
  ['GET', `${wallet}&cursor=%E0%A4%A`],
  ['GET', `${wallet}&include[1000000]=x`],
  ['GET', `/api/v2/${busiestWallet}?chain=polygon`],
  ['GET', `/api/v2/transaction/${unknownHash}?chain=demo`],
  ['GET', '/api/aptos/blocks/99999999999999999999'],
  ['GET', '/api/aptos/blocks/999999999'],
  ['GET', '/api/aptos/nosuch'],
  ['GET', '/api/aptos'],
  ['GET', '/api/v2'],
  ['GET', '/api/v2/a/b/c/d/e'],
  ['GET', '/api/nosuch?x=1'],
  ['GET', '/api'],
  ['PUT', wallet],
  ['DELETE', '/api/nosuch'],
  ['PATCH', '/api/aptos/blocks/34'],
  ['POST', '/api/health'],
  ['POST', '/api/auth/challenge/request/aptos'],
]

/** What an answer is, apart from what Next and Node add to every one, and from when it was made. */
const answerOf = async (url: string, [method, path, headers = withKey]: (typeof asks)[number]) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, 'x-request-id': 'the-same', 'accept-encoding': 'gzip' },
    redirect: 'manual',
  })
  const text = await response.text()
  const ours = /^(access-control-|content-type|cache-control|allow|x-request-id|x-spyglass|x-content-type)/
  const isPlainRefusal = text === '' && response.status === 405
  return {
    status: response.status,
    text: text.replace(/"(cursor|checked_at|versions_per_second)":("[^"]+"|[\d.]+|null)/g, '"$1":"…"'),
    headers: Object.fromEntries([...response.headers].filter(([name]) => ours.test(name) && !isPlainRefusal)),
  }
}

test.describe('the API server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-both-'))
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'spyglass.db')}`,
    API_KEYS: `both:${apiKey}`,
    RATE_LIMIT_ANONYMOUS: '1000',
  }
  let web: RunningSpyglass
  let api: RunningApiServer
  test.beforeAll(async () => {
    web = await startSpyglass(environment)
    await untilIndexed(web.url)
    // The same public origin: it stands in the OpenAPI document.
    api = await startApiServer({ ...environment, SITE_URL: web.url }, { withWorker: false })
  })
  test.afterAll(async () => {
    await Promise.all([web?.stop(), api?.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  test('returns the same responses as web', async () => {
    for (const ask of asks)
      await test.step(ask.join(' '), async () => {
        expect(await answerOf(api.url, ask)).toEqual(await answerOf(web.url, ask))
      })
  })
})
