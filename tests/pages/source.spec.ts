import AxeBuilder from '@axe-core/playwright'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { referenceOf } from '#lib/api/reference/reference.ts'
import { servedApis } from '#lib/served-apis.ts'
import { dataPages } from '#tests/support/every-page.ts'
import { apiTest, demoKey, expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const wallet = `/demo/address/${demoLedger.busiestWallet}/transactions`
const references = new Set(
  servedApis.map(referenceOf).flatMap(({ name, endpoints }) => endpoints.map((one) => `/docs/${name}/${one.name}`)),
)

test('a part of a page shows its request, the response, and code for the same request', async ({ page, demo }) => {
  await page.goto(demo.url + wallet)
  const control = page.getByRole('link', { name: 'Data source: Transactions' })
  await untilInteractive(page.getByRole('button', { name: 'Export' }))
  await control.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Data source: Transactions' })
  await expect(dialog).toContainText('/api/v2/:address')
  await expect(dialog).toContainText('demo ledger (invented)')
  await expect(dialog).toContainText(/block \d+, \d+ (s|min|h|days) old/)
  await expect(dialog).toContainText(/[\d.]+ ms in the server, \d+ ms round trip/)
  await expect(dialog).toContainText(/"page_size": 50/)
  const curl = dialog.getByRole('tabpanel', { name: 'curl' })
  await expect(curl).toContainText('"X-API-Key: $API_KEY"')
  const address = /curl '([^']+)'/.exec(await curl.innerText())?.[1]?.replace(/\s/g, '') ?? ''
  const answer = await (await fetch(address, { headers: { 'x-api-key': demoKey } })).json()
  expect(answer.result).toHaveLength(50)
  await dialog.getByRole('tab', { name: 'TypeScript' }).click()
  await expect(dialog.getByRole('tabpanel', { name: 'TypeScript' })).toContainText('process.env.API_KEY')
  await expect(dialog.getByRole('link', { name: 'Endpoint reference' })).toHaveAttribute(
    'href',
    '/docs/evm/walletTransactions',
  )
  await expect(dialog.getByRole('link', { name: 'JSON' })).toHaveAttribute('href', `${wallet}.json`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(control).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(control).toBeHidden()
})

for (const [name, viewport] of [
  ['wide', { width: 1280, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`it has no axe violations, ${name} and ${colorScheme}, and fits`, async ({ page, demo }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(`${demo.url}/aptos/collection/${aptosNfts.lights}`)
      await untilInteractive(page.getByRole('button', { name: 'Export' }))
      await page.getByRole('link', { name: 'Data source: Collection' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('"collection_name"')
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      const box = await dialog.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true)
    })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the control links to the reference page', async ({ page, demo }) => {
    await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
    await page.getByRole('link', { name: 'Data source: Transactions' }).click()
    await expect(page).toHaveURL(/\/docs\/evm-explorer\/evmBlockTransactions$/)
  })
})

type Control = { href: string; api: string; name: string; input: string }
const decoded = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
const controlsOf = (html: string): Control[] =>
  [
    ...html.matchAll(
      /<a href="([^"]+)" data-opens="source"[^>]*data-api="([^"]+)"[^>]*data-endpoint="([^"]+)"[^>]*data-input="([^"]*)"/g,
    ),
  ].map(([, href = '', api = '', name = '', input = '']) => ({ href, api, name, input: decoded(input) }))

apiTest(
  'every data page shows the sources of its parts; its data contains the same responses, and its head its summary',
  async ({ demo }) => {
    // A wallet on all chains is asked of each chain, and its data say how; no part of it comes from one question.
    for (const path of dataPages().filter((one) => !/^\/(search|wallet)\b/.test(one))) {
      const html = await (await fetch(demo.url + path)).text()
      const controls = controlsOf(html)
      expect.soft(controls.length, path).toBeGreaterThan(0)
      for (const { href } of controls) expect.soft(references, path).toContain(href)
      const [stem, query] = path === '/' ? ['/index'] : path.split('?')
      const { data, summary } = await (await fetch(`${demo.url}${stem}.json${query ? `?${query}` : ''}`)).json()
      const requests = Object.values(data as Record<string, { request: string }>).map(({ request }) => request)
      for (const { api, name, input } of controls)
        expect.soft(requests, path).toContain(calledUrl({ api, name, input: JSON.parse(input) }))
      if (path !== '/')
        expect.soft(decoded(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '')).toBe(summary)
    }
  },
)
