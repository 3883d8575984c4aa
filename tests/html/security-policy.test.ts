import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

/* That every page has these headers, and a nonce of its own, is in every-page.test.ts. */

const demo = demoPages()

test('every response has a new nonce, and none comes from the request', async () => {
  const nonceOf = async (headers: Record<string, string> = {}) => {
    const page = await demo.read('/status', { headers })
    const [, nonce] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
    const used = page.$('script').toArray()
    expect(new Set(used.map(({ attribs }) => attribs.nonce))).toEqual(new Set([nonce]))
    return nonce
  }
  const given = { 'content-security-policy': "script-src 'nonce-attacker'" }
  const nonces = [await nonceOf(), await nonceOf(), await nonceOf(given)]
  expect(new Set(nonces).size).toBe(3)
  expect(nonces).not.toContain('attacker')
})

test('data opened as a page runs and loads nothing', async () => {
  for (const path of ['/api/health', '/api/v2/block/25?chain=demo', '/api/session/me'])
    expect((await fetch(demo.url + path)).headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('responses of the API forbid frames, sniffing and foreign referrers too', async () => {
  for (const path of ['/api/health', `/api/v2/${demoLedger.busiestWallet}`]) {
    const { headers } = await fetch(demo.url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  }
})
