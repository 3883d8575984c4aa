import { everyKindOfPage } from '#tests/support/every-page.ts'
import { expect, test } from './browser-test.ts'

test('every page has a content security policy and does not violate it, on load or after following a link', async ({
  page,
  demo,
}) => {
  for (const path of [...everyKindOfPage(), '/nosuch/page']) {
    const { headers, body } = await fetch(demo.url + path)
    await body?.cancel()
    expect(headers.get('content-security-policy'), path).toMatch(/script-src 'nonce-[\w-]{22}' 'strict-dynamic'/)
  }
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (text: string) => void violations.push(text))
  await page.addInitScript(() => {
    const heard = window as Window & { noteViolation?: (text: string) => void }
    document.addEventListener('securitypolicyviolation', (event) =>
      heard.noteViolation?.(`${event.effectiveDirective} ${event.blockedURI} on ${location.pathname}`),
    )
  })
  // The others are opened by every-page.spec.ts: what a policy refuses is in the console, which no test may find anything in.
  for (const path of ['/sign-in', '/nosuch/page', '/']) await page.goto(demo.url + path, { waitUntil: 'networkidle' })
  await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click()
  await page.waitForURL('**/docs')
  expect(violations).toEqual([])
})

test('injected scripts do not run, however they are injected', async ({ page, demo }) => {
  // What an attacker might bring into the HTML: none of it knows the nonce of this answer.
  const injected = [
    '<script>window.broken = "inline"</script>',
    '<img src="data:," onerror="window.broken = \'attribute\'">',
    '<script src="/api/health"></script>',
    '<base href="https://evil.example/">',
  ].join('')
  // A page of its own: what it logs is what this test provokes.
  const victim = await page.context().newPage()
  const logged: string[] = []
  victim.on('console', (message) => void logged.push(message.text()))
  await victim.route(`${demo.url}/status`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${injected}</main>`) })
  })
  await victim.goto(`${demo.url}/status`, { waitUntil: 'networkidle' })
  expect(await victim.evaluate(() => 'broken' in window)).toBe(false)
  expect(logged.join('\n')).toMatch(/Content Security Policy/)
  await victim.close()
})

test('every response has a new nonce, and none comes from the request', async ({ demo }) => {
  const nonceOf = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${demo.url}/status`, { headers })
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
    const html = await response.text()
    const used = new Set([...html.matchAll(/<script\b[^>]*?nonce="([^"]*)"/g)].map(([, value]) => value))
    expect([...used]).toEqual([nonce])
    expect(html.match(/<script\b(?![^>]*nonce=)[^>]*>/g)).toBeNull()
    return nonce
  }
  const given = { 'content-security-policy': "script-src 'nonce-attacker'" }
  const nonces = [await nonceOf(), await nonceOf(), await nonceOf(given)]
  expect(new Set(nonces).size).toBe(3)
  expect(nonces).not.toContain('attacker')
})

test('data opened as a page runs and loads nothing', async ({ demo }) => {
  for (const path of ['/api/health', '/api/v2/block/25?chain=demo', '/api/session/me'])
    expect((await fetch(demo.url + path)).headers.get('content-security-policy')).toContain("default-src 'none'")
})
