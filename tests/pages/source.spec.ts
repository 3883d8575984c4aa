import { isFull } from '#tests/support/tier.ts'
import { axeViolations } from './axe-violations.ts'
import { demoKey, expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const wallet = `/demo/address/${demoLedger.busiestWallet}/transactions`
test('a part of a page shows its request, the response, and code for the same request', async ({ page, demo }) => {
  await page.goto(demo.url + wallet)
  const control = page.getByRole('link', { name: 'Data source: Transactions' })
  await untilInteractive(page.getByRole('button', { name: 'Export', exact: true }))
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

// Each width and each theme once; in the full tier each theme at each width.
for (const [name, viewport] of [
  ['wide', { width: 1280, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    if (isFull || (name === 'wide') === (colorScheme === 'light'))
      test(`it has no axe violations, ${name} and ${colorScheme}, and fits`, async ({ page, demo }) => {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await page.goto(`${demo.url}/aptos/collection/${aptosNfts.lights}`)
        await untilInteractive(page.getByRole('button', { name: 'Export', exact: true }))
        await page.getByRole('link', { name: 'Data source: Collection' }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText('"collection_name"')
        expect(await axeViolations(page, { part: 'dialog' })).toEqual([])
        const box = await dialog.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true)
      })
