import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const transaction = `/demo/tx/${demoLedger.nestedCalls}`

const save = async (page: Page, url: string): Promise<string> => {
  await page.goto(url)
  const tools = page.getByRole('button', { name: /^This page/ })
  await untilInteractive(tools)
  await tools.click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as evidence' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^spyglass-[a-z0-9-]+-\d{4}-\d\d-\d\d\.html$/)
  return readFile(await saved.path(), 'utf8')
}

/** As a visitor does it: a file is carried over the page, and let go. */
const drop = async (page: Page, text: string): Promise<void> => {
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'evidence.html', { type: 'text/html' }))
    return transfer
  }, text)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
  await expect(page.getByRole('dialog', { name: 'Open a file of evidence' })).toBeVisible()
  await page.dispatchEvent('dialog', 'drop', { dataTransfer: data })
}

test('a page saved as evidence is opened by dropping it on any page, and is marked as a snapshot', async ({
  page,
  demo,
}) => {
  const file = await save(page, demo.url + transaction)
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('combobox', { name: 'Search' }).first())
  await drop(page, file)
  await page.waitForURL('**/evidence')
  const snapshot = page.getByRole('region', { name: 'Snapshot' })
  await expect(snapshot.getByRole('status').first()).toHaveText('The record is the one that its hash names.')
  await expect(snapshot).toContainText(/<code id="sha256">([0-9a-f]{64})/.exec(file)?.[1] ?? 'no hash')
  await expect(page.getByText(demoLedger.nestedCalls).first()).toBeVisible()
  await expect(page.getByText('index at block 1082').first()).toBeVisible()
  await page.getByRole('button', { name: 'Compare with what this site says now' }).click()
  await expect(page.getByText('Nothing differs.')).toBeVisible()

  await drop(page, file.replace('"block_number":"25"', '"block_number":"26"'))
  await expect(snapshot.getByRole('status').first()).toHaveText('The record was changed: it has another hash.')
  await page.getByRole('button', { name: 'Compare with what this site says now' }).click()
  await expect(page.getByRole('row', { name: /block number/ }).first()).toContainText('26')

  await drop(page, '<p>Not this')
  await expect(page.getByText('This file is no evidence')).toBeVisible()
})

test('the file itself is a page that runs and fetches nothing', async ({ page, demo, context }) => {
  const file = await save(page, `${demo.url}/demo/address/${demoLedger.busiestWallet}`)
  const other = await context.newPage()
  const requests: string[] = []
  other.on('request', (request) => requests.push(request.url()))
  await other.setContent(file)
  await expect(other.getByText('Snapshot.')).toBeVisible()
  await expect(other.getByRole('row')).not.toHaveCount(0)
  expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([])
  expect((await new AxeBuilder({ page: other }).analyze()).violations).toEqual([])
})

test('every kind of page can be saved; the page that opens them fits a phone and has nothing that axe objects to', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' })
  const page = await context.newPage()
  for (const path of ['/demo/block/25', `/demo/nft/${demoLedger.lanterns}/1`, '/aptos/txn/4', '/status']) {
    const file = await save(page, demo.url + path)
    await page.goto(`${demo.url}/evidence`)
    await untilInteractive(page.getByRole('button', { name: 'Choose a file' }))
    await page.getByLabel('File of evidence').setInputFiles({
      name: 'evidence.html',
      mimeType: 'text/html',
      buffer: Buffer.from(file),
    })
    await expect(page.getByText('The record is the one that its hash names.'), path).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([])
  }
  await context.close()
})
