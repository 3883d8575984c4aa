import type { Locator, Response } from '@playwright/test'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const proofPath = (hash: string) => `/demo/tx/${hash}/proof`
const proofAnswer = '**/api/explorer/evm/transactions/*/proof*'

test('a block shows its recomputed roots, and verifies with the node again on demand', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks).toContainText('5 held')
  await expect(checks.getByText('Receipts root')).toBeHidden()
  await checks.locator('summary').focus()
  await page.keyboard.press('Enter')
  const rows = checks.getByRole('list', { name: 'Checks', exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.getByText('held', { exact: true })).toHaveCount(5)
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

test('the browser proves step by step that a transaction is in its block', async ({ page, context, demo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const hash of [demoLedger.nestedCalls, demoLedger.failedTransaction, demoLedger.contractCreation]) {
    await page.goto(`${demo.url}/demo/tx/${hash}`)
    await page.getByRole('link', { name: 'Proof' }).click()
    await expect(page).toHaveURL(demo.url + proofPath(hash))
    const proof = page.getByRole('region', { name: 'Proof of inclusion' })
    await expect(proof.getByRole('status').first()).toContainText('4 held')
    const steps = proof.locator('ol > li')
    await expect(steps).toHaveCount(4)
    await expect(steps.first()).toContainText(hash)
  }
  const receipt = page.locator('ol > li').last()
  await receipt.locator('summary').click()
  await receipt.getByRole('button', { name: 'Copy bytes of the receipt' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x(0[1-4])?f9[0-9a-f]{500,}$/)
})

test('a proof modified in transit fails, and shows where', async ({ page, demo }) => {
  type Part = 'transaction' | 'header' | 'receipt'
  const flip = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`
  const outcomes: Record<Part, string[]> = {
    transaction: ['failed', 'held', 'failed', 'held'],
    header: ['held', 'failed', 'held', 'held'],
    receipt: ['held', 'held', 'held', 'failed'],
  }
  for (const part of Object.keys(outcomes) as Part[]) {
    await page.route(proofAnswer, async (route) => {
      const response = await route.fetch()
      const proof = await response.json()
      proof[part].bytes = flip(proof[part].bytes)
      await route.fulfill({ response, json: proof })
    })
    await page.goto(demo.url + proofPath(demoLedger.tokenTransfer))
    const steps = page.locator('ol > li')
    await expect(steps).toHaveCount(4)
    for (const [index, outcome] of outcomes[part].entries())
      await expect(steps.nth(index).getByText(outcome, { exact: true })).toBeVisible()
    await page.unroute(proofAnswer)
  }
  await expect(page.locator('ol > li').last()).toContainText('other bytes than the ones shown')
})

test('an unavailable proof says so, and can be requested again', async ({ page, demo, watch }) => {
  watch.allow(503)
  let isDown = true
  await page.route(proofAnswer, (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          json: { message: 'No node of Demo ledger is configured.', code: 'not_available' },
        })
      : route.continue(),
  )
  await page.goto(demo.url + proofPath(demoLedger.tokenTransfer))
  await expect(page.getByText('Not available here')).toBeVisible()
  await expect(page.getByText('No node of Demo ledger is configured.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('4 held')).toBeVisible()
})

test('the code to verify a proof is loaded only with a proof', async ({ page, demo }) => {
  const scripts = async (path: string, loadsLast: Locator) => {
    const loading: Promise<string>[] = []
    const note = (response: Response) => {
      if (response.url().endsWith('.js')) loading.push(response.text())
    }
    page.on('response', note)
    await page.goto(demo.url + path, { waitUntil: 'networkidle' })
    await expect(loadsLast).toBeVisible()
    page.off('response', note)
    const loaded = await Promise.all(loading)
    return loaded.filter((text) => text.includes('The path leads to another key.')).length
  }
  const overview = page.getByRole('heading', { level: 1 })
  expect(await scripts(`/demo/tx/${demoLedger.tokenTransfer}`, overview)).toBe(0)
  expect(await scripts(`/demo/block/${demoLedger.block}`, overview)).toBe(0)
  expect(await scripts(proofPath(demoLedger.tokenTransfer), page.getByText('4 held'))).toBe(1)
})
