import { describe, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { demoPages } from './html-page.ts'

/*
 * The API as a program meets it over HTTP: without a browser, so without the explorer's session.
 */

const demo = demoPages()
const { busiestWallet, nestedCalls, unknownHash } = demoLedger
const walletPath = `/api/v2/${busiestWallet}`
const withKey = { 'X-API-Key': demoKey }

const get = async (url: string, headers: Record<string, string> = withKey, method = 'GET') => {
  const response = await fetch(url, { headers, method, redirect: 'manual' })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}

describe('keys', () => {
  test('a key is read from X-API-Key or as a bearer token', async () => {
    for (const headers of [withKey, { Authorization: `Bearer ${demoKey}` }]) {
      const { status, body } = await get(`${demo.url}${walletPath}?chain=demo&limit=1`, headers)
      expect(status).toBe(200)
      expect(body.result).toHaveLength(1)
    }
  })

  test('a missing key is reported in the message that API clients know', async () => {
    for (const path of [walletPath, '/api/aptos/blocks/34', '/api/explorer/evm/chains']) {
      const none = await get(demo.url + path, {})
      expect(none.status).toBe(401)
      expect(none.body.message).toBe('API KEY missing from x-api-key header')
      const unknown = await get(demo.url + path, { 'X-API-Key': 'nobody-has-this-key' })
      expect(unknown.status).toBe(401)
      expect(unknown.body.message).toBe('Invalid key')
    }
  })
})

describe('invalid requests', () => {
  const bad: [parameter: string, path: string][] = [
    ['address', '/api/v2/0x12?chain=demo'],
    ['transaction_hash', '/api/v2/transaction/0x12?chain=demo'],
    ['block_number_or_hash', '/api/explorer/evm/blocks/soon?chain=demo'],
    ['chain', `${walletPath}?chain=nosuch`],
    ['limit', `${walletPath}?chain=demo&limit=many`],
    ['limit', `${walletPath}?chain=demo&limit=-1`],
    ['from_date', `${walletPath}?chain=demo&from_date=yesterday-ish`],
    ['to_block', `${walletPath}?chain=demo&to_block=1.5`],
    ['cursor', `${walletPath}?chain=demo&cursor=garbage`],
    ['include', `${walletPath}?chain=demo&include=everything`],
    ['block_height', '/api/aptos/blocks/99999999999999999999'],
  ]
  test('an invalid parameter is a 400 that names it', async () => {
    for (const [parameter, path] of bad) {
      const { status, body } = await get(demo.url + path)
      expect(status, path).toBe(400)
      expect(JSON.stringify(body.message), path).toContain(parameter)
      expect(JSON.stringify(body), path).toContain('request_id')
    }
  })

  test('all invalid parameters are named at once', async () => {
    const { body } = await get(`${demo.url}/api/v2/0x12?chain=nosuch&limit=many`)
    for (const parameter of ['address', 'chain', 'limit']) expect(JSON.stringify(body)).toContain(parameter)
  })

  test('a cursor is valid only for its own list', async () => {
    const { body: first } = await get(`${demo.url}${walletPath}?chain=demo&limit=2`)
    const { body: second } = await get(`${demo.url}${walletPath}?chain=demo&limit=2&cursor=${first.cursor}`)
    expect(second.page).toBe(2)
    expect(second.result[0].hash).not.toBe(first.result[1].hash)

    const middle = Math.floor(first.cursor.length / 2)
    const tampered =
      first.cursor.slice(0, middle) + (first.cursor[middle] === 'A' ? 'B' : 'A') + first.cursor.slice(middle + 1)
    const other = `0x${'12'.repeat(20)}`
    const elsewhere = [
      `${walletPath}?chain=demo&limit=2&cursor=${tampered}`,
      `/api/v2/${other}?chain=demo&limit=2&cursor=${first.cursor}`,
      `${walletPath}?chain=demo&limit=2&to_block=900&cursor=${first.cursor}`,
      `/api/explorer/evm/transactions?chain=demo&limit=2&cursor=${first.cursor}`,
    ]
    for (const path of elsewhere) {
      const { status, body } = await get(demo.url + path)
      expect(status, path).toBe(400)
      expect(body.message, path).toContain('cursor')
    }
  })

  test('a known chain that is not served is a 400 that names the setting to serve it', async () => {
    const { status, body } = await get(`${demo.url}${walletPath}?chain=polygon`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'chain_not_served', message: expect.stringContaining('NODE_URL_POLYGON') })
  })

  test('unknown paths are 404, as JSON', async () => {
    for (const path of [
      `/api/v2/transaction/${unknownHash}?chain=demo`,
      '/api/explorer/evm/blocks/99999999?chain=demo',
      '/api/aptos/blocks/999999999',
      '/api/v2/nosuch/endpoint/at/all',
      '/api/nosuch',
      '/api/aptos/nosuch',
    ]) {
      const { status, headers, body } = await get(demo.url + path)
      expect(status, path).toBe(404)
      expect(headers.get('content-type'), path).toContain('application/json')
      expect(body.message, path).toBeTruthy()
    }
  })
})

describe('HTTP', () => {
  test('a wrong method is a 405 with the allowed ones', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await get(demo.url + walletPath, withKey, method)
      expect(status, method).toBe(405)
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  test('HEAD responds like GET, without the body', async () => {
    const { status, headers, body } = await get(`${demo.url}${walletPath}?limit=1`, withKey, 'HEAD')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body).toBeUndefined()
  })

  test('a preflight allows the key header for every origin, and never credentials', async () => {
    const { status, headers } = await get(
      demo.url + walletPath,
      {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
      },
      'OPTIONS',
    )
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect(headers.get('access-control-allow-methods')).toContain('GET')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('v2.2 responds like v2', async () => {
    const path = `/transaction/${nestedCalls}?chain=demo`
    const [old, current] = await Promise.all([get(`${demo.url}/api/v2${path}`), get(`${demo.url}/api/v2.2${path}`)])
    expect(current).toMatchObject({ status: 200, body: old.body })
  })

  test('every response has its id, source and limits', async () => {
    const { headers } = await get(`${demo.url}${walletPath}?limit=1`, { ...withKey, 'X-Request-Id': 'my-own.id-1' })
    expect(headers.get('x-request-id')).toBe('my-own.id-1')
    expect(headers.get('x-spyglass-source')).toBe('demo')
    expect(headers.get('x-rate-limit-limit')).toMatch(/^\d+$/)
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('endpoints for operators and tools, without a key', () => {
  test('the OpenAPI document lists every endpoint under its served paths', async () => {
    const { status, body } = await get(`${demo.url}/api/openapi.json`, {})
    expect(status).toBe(200)
    expect(body.openapi).toMatch(/^3\.1/)
    const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap(Object.values)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    // The data APIs of both families, the challenge and its verification, and the explorer's own.
    expect(ids.length).toBeGreaterThanOrEqual(14 + 6 + 2 + 9)
    expect(Object.keys(body.paths)).toContain('/api/v2/{address}')
    expect(Object.keys(body.paths)).toContain('/api/aptos/blocks/{block_height}')
  })

  test('the health document lists sources and indexing progress', async () => {
    const { status, body } = await get(`${demo.url}/api/health`, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', demo: true, database: { ok: true } })
    for (const system of ['evm', 'aptos'])
      expect(body.chains).toContainEqual(expect.objectContaining({ system, chain: 'demo', lag: 0 }))
  })

  test('the metrics count requests by endpoint and status', async () => {
    await get(`${demo.url}${walletPath}?limit=1`)
    const text = await (await fetch(`${demo.url}/api/metrics`)).text()
    expect(text).toMatch(/^spyglass_requests_total\{[^}]*endpoint="walletTransactions"[^}]*status="200"[^}]*\} \d+$/m)
    expect(text).not.toContain(demoKey)
  })
})

test("the explorer's own session needs no key; the same cookie from elsewhere is ignored", async () => {
  const { headers } = await demo.read('/status')
  const [set = ''] = headers.getSetCookie().filter((one) => /spyglass-session=/.test(one))
  expect(set).toMatch(/; HttpOnly/i)
  expect(set).toMatch(/; SameSite=Strict/i)
  const cookie = set.replace(/;.*/, '')
  const statusOf = async (more: Record<string, string>) => (await get(`${demo.url}${walletPath}?limit=1`, more)).status
  expect(await statusOf({ cookie, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  const elsewhere: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://evil.example' },
  ]
  for (const more of elsewhere) expect(await statusOf({ cookie, ...more }), JSON.stringify(more)).toBe(401)
  expect(await statusOf({ 'Sec-Fetch-Site': 'same-origin' })).toBe(401)
})
