import { expect, test } from 'vitest'
import { pageSecurityPolicy } from '#lib/http/front.ts'

/* That every page is served with the policy and a nonce of its own is in tests/html/every-page.test.ts. */

test('a page runs only scripts with its nonce and what they load, and reaches no other origin', () => {
  expect(pageSecurityPolicy('abc').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'nonce-abc' 'strict-dynamic'",
    "script-src-attr 'none'",
    "worker-src 'self'",
    "style-src 'self'",
    "style-src-elem 'self' 'nonce-abc'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
})
