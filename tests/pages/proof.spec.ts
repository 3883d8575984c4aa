import type { Page } from '@playwright/test'
import { sample } from '#tests/support/tier.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const proofPath = (hash: string) => `/demo/tx/${hash}/proof`
const proofAnswer = '**/api/explorer/evm/transactions/*/proof*'

/** Whether a page has loaded the code that verifies a proof. */
const watchCode = (page: Page) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  return async () => (await Promise.all(scripts)).some((text) => text.includes('The path leads to another key.'))
}

test('a block shows its recomputed roots, and verifies with the node again on demand', async ({ page, demo }) => {
  const hasCode = watchCode(page)
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`, { waitUntil: 'networkidle' })
  expect(await hasCode(), 'it is only for proofs').toBe(false)
  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks).toContainText('5 passed')
  await expect(checks.getByText('Receipts root')).toBeHidden()
  await checks.locator('summary').focus()
  await page.keyboard.press('Enter')
  const rows = checks.getByRole('list', { name: 'Checks', exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.getByText('passed', { exact: true })).toHaveCount(5)
  const again = checks.getByRole('button', { name: 'Check again' })
  await untilInteractive(again)
  await again.click()
  await expect(checks.getByText('From the node’s current data')).toBeVisible()
  const hash = (
    await page
      .getByText(/^0x[0-9a-f]{64}$/)
      .first()
      .innerText()
  ).trim()
  await expect(checks.getByRole('list', { name: 'Live checks' }).getByRole('listitem').first()).toContainText(hash)
})

// Every transaction of the demo ledger is proven in tests/evm/chain/checks/inclusion-proof.test.ts.
const { nestedCalls, failedTransaction, contractCreation } = demoLedger
for (const hash of sample([nestedCalls, failedTransaction, contractCreation], 1))
  test(`the browser proves step by step that ${hash.slice(0, 10)} is in its block, with code that only a proof loads`, async ({
    page,
    context,
    demo,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const hasCode = watchCode(page)
    await page.goto(`${demo.url}/demo/tx/${hash}`, { waitUntil: 'networkidle' })
    expect(await hasCode()).toBe(false)
    await page.getByRole('link', { name: 'Proof' }).click()
    await expect(page).toHaveURL(demo.url + proofPath(hash))
    const proof = page.getByRole('region', { name: 'Proof of inclusion' })
    await expect(proof.getByRole('status').first()).toContainText('4 passed')
    expect(await hasCode()).toBe(true)
    const steps = proof.locator('ol > li')
    await expect(steps).toHaveCount(4)
    await expect(steps.first()).toContainText(hash)
    const receipt = page.locator('ol > li').last()
    await receipt.locator('summary').click()
    await receipt.getByRole('button', { name: 'Copy bytes of the receipt' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^0x(0[1-4])?f9[0-9a-f]{500,}$/)
  })

type Part = 'transaction' | 'header' | 'receipt'
const outcomes: [Part, string[]][] = [
  ['transaction', ['failed', 'passed', 'failed', 'passed']],
  ['header', ['passed', 'failed', 'passed', 'passed']],
  ['receipt', ['passed', 'passed', 'passed', 'failed']],
]
// What each manipulation breaks is checked in tests/evm/chain/checks/inclusion-proof.test.ts too.
for (const [part, expected] of sample(outcomes, 1))
  test(`an unavailable proof says so and can be requested again; one whose ${part} is modified in transit fails, and shows where`, async ({
    page,
    demo,
    watch,
  }) => {
    watch.allow(503)
    const down = { message: 'No node of Demo ledger is configured.', code: 'not_available' }
    await page.route(proofAnswer, (route) => route.fulfill({ status: 503, json: down }))
    await page.goto(demo.url + proofPath(demoLedger.tokenTransfer))
    await expect(page.getByText('Not available here')).toBeVisible()
    await expect(page.getByText('No node of Demo ledger is configured.')).toBeVisible()
    await page.unroute(proofAnswer)

    const flip = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`
    await page.route(proofAnswer, async (route) => {
      const response = await route.fetch()
      const proof = await response.json()
      proof[part].bytes = flip(proof[part].bytes)
      await route.fulfill({ response, json: proof })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    const steps = page.locator('ol > li')
    await expect(steps).toHaveCount(4)
    for (const [index, outcome] of expected.entries())
      await expect(steps.nth(index).getByText(outcome, { exact: true })).toBeVisible()
    if (part === 'receipt') await expect(steps.last()).toContainText('The proof ends in different data.')
  })
