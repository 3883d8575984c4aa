import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { allOf, chooseFilesOfThePage, fileText } from './saved-files.ts'

const wallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
const rowsAt = '/api/explorer/evm/addresses'

const openTaxExport = async (page: Page, demoUrl: string) => {
  await page.goto(`${demoUrl}/demo/address/${wallet}`)
  const button = page.getByRole('main').getByRole('button', { name: 'Tax export' })
  await untilInteractive(button)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Tax export' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The rows of the file that the open dialog saves. */
const saved = async (page: Page): Promise<Record<string, string>[]> => {
  const dialog = page.getByRole('dialog', { name: 'Tax export' })
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  const status = dialog.getByRole('status')
  await expect(status).toContainText('Complete')
  const [, count = '', name = ''] = /^Complete: ([\d,]+) rows? in (.+)$/.exec((await status.textContent()) ?? '') ?? []
  const { data } = Papa.parse<Record<string, string>>((await fileText(page, name)).trimEnd(), { header: true })
  expect(data).toHaveLength(Number(count.replaceAll(',', '')))
  return data
}

test('the tax export of a wallet is saved as each program reads it', async ({ page, demo }) => {
  await chooseFilesOfThePage(page)
  for (const { form, path, hash, columns } of [
    { form: /^Koinly/, path: '/tax/koinly', hash: 'TxHash', columns: ['Sent Amount', 'Received Amount', 'Label'] },
    { form: /^CoinTracking/, path: '/tax/cointracking', hash: 'Tx-ID', columns: ['Type', 'Buy Amount', 'Sell Amount'] },
    { form: /^All columns/, path: '/tax', hash: 'transaction_hash', columns: ['label', 'sent_amount', 'value_usd'] },
  ]) {
    const expected = await allOf(demo.url, `${rowsAt}/${wallet}${path}?chains=demo`)
    expect(expected.length).toBeGreaterThan(100)
    const dialog = await openTaxExport(page, demo.url)
    await dialog.getByRole('radio', { name: form }).check()
    expect(await axeViolations(page, { part: 'dialog' })).toEqual([])
    const rows = await saved(page)
    expect(rows.map((row) => [hash, ...columns].map((name) => row[name]))).toEqual(
      expected.map((row) => [hash, ...columns].map((name) => String(row[name] ?? ''))),
    )
  }
})

test('a period of days limits it, both days included, and all chains can be asked for', async ({ page, demo }) => {
  await chooseFilesOfThePage(page)
  const all = await allOf(demo.url, `${rowsAt}/${wallet}/tax/koinly?chains=demo`)
  const days = [...new Set(all.map(({ Date: time }) => String(time).slice(0, 10)))]
  const [first = '', last = ''] = [days[1], days.at(-2)]
  const dialog = await openTaxExport(page, demo.url)
  await dialog.getByLabel('First day').fill(first)
  await dialog.getByLabel('Last day').fill(last)
  await dialog.getByRole('checkbox', { name: 'All chains of this server' }).check()
  const rows = await saved(page)
  const isWithin = ({ Date: time }: Record<string, unknown>) =>
    String(time).slice(0, 10) >= first && String(time).slice(0, 10) <= last
  expect(rows.map(({ TxHash }) => TxHash)).toEqual(all.filter(isWithin).map(({ TxHash }) => String(TxHash ?? '')))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan(all.length)
})
