import { expect, test } from './browser-test.ts'

test('pages do not violate their content security policy, on load or after following a link', async ({
  page,
  demo,
}) => {
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
  await page.getByRole('contentinfo').getByRole('link', { name: 'API reference' }).click()
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
