import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import type { RunningApiServer } from '#tests/support/api-server.ts'
import { demoKey, startDemoApi } from '#tests/support/demo-servers.ts'
import { demoPages } from './html-page.ts'

/* Web and `lib/server/api-server.ts` over the same ledger: a program cannot tell which of them it asks. */

const startMs = 240_000
const web = demoPages()
let api: RunningApiServer
beforeAll(async () => {
  // The same public origin: it is in the OpenAPI document.
  api = await startDemoApi({ API_KEYS: `reader:${demoKey}`, RATE_LIMIT_ANONYMOUS: '100000', SITE_URL: web.url })
}, startMs)
afterAll(() => api?.stop())

const { busiestWallet, nestedCalls, unknownHash } = demoLedger
const wallet = `/api/v2/${busiestWallet}?chain=demo`
const withKey = { 'x-api-key': demoKey }

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
  ['GET', wallet, { authorization: `Bearer ${demoKey}` }],
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

test.each(asks)('the API server returns the same response as web to %s %s', async (...ask) => {
  expect(await answerOf(api.url, ask)).toEqual(await answerOf(web.url, ask))
})
