import { demoKey, expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

test('an endpoint can be tried on its page without a key, and an error shows in its response, with a key too', async ({
  page,
  demo,
  watch,
}) => {
  watch.allow(400)
  watch.allow(401)
  await page.goto(`${demo.url}/docs/evm/walletTransactions`)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send' }) })
  await form.getByLabel('address required').fill(demoLedger.busiestWallet)
  await form.getByLabel('chain', { exact: true }).fill('demo')
  await form.getByLabel('limit', { exact: true }).fill('3')
  await form.getByLabel('include', { exact: true }).selectOption('not sent')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status').filter({ hasText: '200' })).toBeVisible()
  const body = JSON.parse(await form.locator('pre').innerText())
  expect(body.result).toHaveLength(3)
  await expect(form).toContainText('x-spyglass-source')

  await form.getByLabel('address required').fill('0x12')
  await form.getByLabel('X-API-Key').fill(demoKey)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status').filter({ hasText: '400' })).toBeVisible()
  await expect(form.locator('pre')).toContainText('address')

  await form.getByLabel('X-API-Key').fill('a-key-that-nobody-has')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status').filter({ hasText: '401' })).toBeVisible()
})
