import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { demoKey } from '#tests/support/demo-servers.ts'
import { isFull } from '#tests/support/tier.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts } from './demo-ledger.ts'
import { allOf, chooseFilesOfThePage, fileText } from './saved-files.ts'

const wallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
const headers = { 'x-api-key': demoKey }

const openExport = async (page: Page, url: string) => {
  await page.goto(url)
  const button = page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).first()
  await untilInteractive(button)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a filtered list becomes a CSV file with every row', async ({ page, demo }) => {
  await chooseFilesOfThePage(page)
  const expected = await allOf(demo.url, `/api/v2/${wallet}?chain=demo&from_block=200`)
  expect(expected.length).toBeGreaterThan(200)
  const dialog = await openExport(page, `${demo.url}/demo/address/${wallet}/transactions?from_block=200`)
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([])
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  const name = 'wallet-transactions-demo-0xd2378898c8.csv'
  await expect(dialog.getByRole('status')).toHaveText(
    `Complete: ${expected.length.toLocaleString('en')} rows in ${name}`,
  )
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([])
  const { data, errors } = Papa.parse<Record<string, string>>(await fileText(page, name), { header: true })
  expect(errors.filter(({ code }) => code !== 'TooFewFields')).toEqual([])
  const rows = data.filter(({ hash }) => hash !== '' && hash !== undefined)
  expect(rows).toHaveLength(expected.length)
  for (const [index, row] of rows.entries())
    for (const field of ['hash', 'nonce', 'from_address', 'value', 'gas_price', 'block_number', 'receipt_status'])
      expect(row[field], `${field} of row ${index}`).toBe(String(expected[index]?.[field] ?? ''))
})

test('an interrupted export continues from the last row written', async ({ page, demo, watch }) => {
  watch.allow(0)
  await chooseFilesOfThePage(page)
  const path = `/api/v2/${wallet}?chain=demo`
  const expected = await allOf(demo.url, path)
  let asked = 0
  await page.route('**/api/export/**', async (route) => {
    if (asked++ > 0) return route.continue()
    const body = await (await route.fetch()).body()
    const half = body.subarray(0, Math.floor(body.length / 2)).toString()
    await route.fulfill({ status: 200, body: half.replace('"is_indexed":true', '"is_indexed":false') })
  })
  const dialog = await openExport(page, `${demo.url}/demo/address/${wallet}/transactions`)
  await dialog.getByRole('radio', { name: /JSON Lines/ }).check()
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await expect(dialog.getByRole('alert')).toContainText('connection was lost')
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).toContainText('Complete')
  await expect(dialog.getByText('is not fully indexed yet')).toBeVisible()
  const lines = (await fileText(page, 'wallet-transactions-demo-0xd2378898c8.jsonl')).trimEnd().split('\n')
  // The page lists the names of methods too, which come from verified ABIs as soon as these are known.
  const rows = lines.map((line): Record<string, unknown> => ({ ...JSON.parse(line), method: undefined }))
  expect(rows).toEqual(expected)
})

test('an export can be paused, stays on other pages while its dialog is closed, continues and can be cancelled', async ({
  page,
  demo,
}) => {
  await chooseFilesOfThePage(page, 150)
  const expected = await allOf(demo.url, `/api/v2/${wallet}?chain=demo`)
  const dialog = await openExport(page, `${demo.url}/demo/address/${wallet}/transactions`)
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Paused')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.waitForURL('**/approvals')
  await page.getByRole('button', { name: /Paused · [\d,]+ rows/ }).click()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).toContainText(`Complete: ${expected.length.toLocaleString('en')} rows`)
  const text = await fileText(page, 'wallet-transactions-demo-0xd2378898c8.csv')
  const hashes = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data.map(({ hash }) => hash)
  expect(hashes).toEqual(expected.map(({ hash }) => hash))

  await dialog.getByRole('button', { name: 'Export again' }).click()
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('a browser without file access downloads the stream', async ({ page, demo }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const expected = await allOf(demo.url, '/api/v2/erc20/transfers?chain=demo')
  const dialog = await openExport(page, `${demo.url}/demo/erc20/transfers`)
  await dialog.getByRole('radio', { name: /JSON Lines/ }).check()
  const started = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('erc20-transfers-demo.jsonl')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected)
})

// Each of them has an export that works: tests/html/every-page.test.ts. Here its dialog is opened.
if (isFull)
  test('every list of the explorer can be exported', async ({ page, demo }) => {
    const paperLanterns = '0x478c03b3cd599b244b438da4fe073f1ee52d5ff1'
    const harborCoin = '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605'
    const { result } = await (await fetch(`${demo.url}/api/v2/${wallet}?chain=demo&limit=1`, { headers })).json()
    const block = result[0].block_number
    for (const path of [
      `/demo/address/${wallet}/transactions`,
      ...['nfts', 'nft-transfers', 'erc20', 'burns', 'approvals'].map((tab) => `/demo/address/${wallet}/${tab}`),
      ...['', '/owners', '/transfers'].map((tab) => `/demo/token/${paperLanterns}${tab}`),
      `/demo/token/${harborCoin}`,
      ...['transfers', 'burns', 'approvals'].map((list) => `/demo/erc20/${list}`),
      ...['', '/nft-transfers'].map((tab) => `/demo/block/${block}${tab}`),
      '/demo/nft/search?q=lantern',
      `/aptos/collection/${aptosNfts.lights}`,
      `/aptos/collection/${aptosNfts.lights}/tokens`,
      `/aptos/collection/${aptosNfts.lights}/owners`,
      `/aptos/creator/${aptosNfts.studio}`,
      `/aptos/creator/${aptosNfts.studio}/collections`,
      `/aptos/token/${aptosNfts.feather}`,
      ...['', '/nfts', '/nft-transfers'].map((tab) => `/aptos/account/${aptosNfts.wallet}${tab}`),
    ]) {
      const dialog = await openExport(page, demo.url + path)
      await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
      await dialog.getByRole('radio', { name: /JSON Lines/ }).check()
      const address = await dialog.getByRole('link', { name: 'Download' }).getAttribute('href')
      const answer = await page.request.head(demo.url + address, { headers })
      expect(answer.status(), `${path}: ${address}`).toBe(200)
    }
  })
