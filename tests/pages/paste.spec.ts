import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { startDemoWeb } from '#tests/support/demo-servers.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const { busiestWallet, nestedCalls, failedTransaction, lanterns, spamCoin, unknownHash } = demoLedger

const mixture = `2024-05-01T12:00:00Z INFO sent tx=${nestedCalls} gas=21000
"${busiestWallet}","${lanterns}"
${busiestWallet.toUpperCase().replace('0X', '0x')}
demo:${failedTransaction}
/demo/nft/${lanterns}/1
https://explorer.aptoslabs.com/txn/4?network=mainnet
{"collection":"0x${aptosNfts.lights}","token":"${aptosNfts.feather}"}
25
${spamCoin}
${unknownHash}
https://etherscan.io/address/${busiestWallet}
vitalik.eth
hello there`

/** Where each item of the mixture is found, in its order. */
const expected = [
  [nestedCalls, 'found', `/demo/tx/${nestedCalls}`],
  [busiestWallet, 'found', `/demo/address/${busiestWallet}`],
  [lanterns, 'found', `/demo/address/${lanterns}`],
  [`demo:${failedTransaction}`, 'found', `/demo/tx/${failedTransaction}`],
  [`/demo/nft/${lanterns}/1`, 'found', `/demo/nft/${lanterns}/1`],
  ['https://explorer.aptoslabs.com/txn/4?network=mainnet', 'found', '/aptos/txn/4'],
  [`0x${aptosNfts.lights}`, 'found', `/aptos/collection/${aptosNfts.lights}`],
  [aptosNfts.feather, 'found', `/aptos/token/${aptosNfts.feather}`],
  ['25', 'found', '/demo/block/25'],
  ['25', 'found', '/aptos/txn/25'],
  ['25', 'found', '/aptos/block/25'],
  [spamCoin, 'found', `/demo/address/${spamCoin}`],
  [unknownHash, 'not found', ''],
  [`https://etherscan.io/address/${busiestWallet}`, 'not found', ''],
  ['vitalik.eth', 'not recognised', ''],
]

const list = (page: Page) => page.getByRole('list', { name: 'Pasted items' })
/** Until every row has its answer. */
const untilLookedUp = async (page: Page) => {
  await expect(list(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'looking up' })).toHaveCount(0)
}

const look = async (page: Page, url: string, text: string) => {
  await page.goto(`${url}/paste`)
  const button = page.getByRole('button', { name: 'Look up' })
  await untilInteractive(button)
  await page.getByRole('textbox', { name: /^Addresses, hashes/ }).fill(text)
  await button.click()
  await untilLookedUp(page)
}

const savedCsv = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

/** A paste as the browser itself does it, line breaks and all. */
const pasteInto = async (page: Page, label: string, text: string) => {
  await page.evaluate((value) => {
    const field = document.createElement('textarea')
    field.value = value
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }, text)
  await page.getByRole('combobox', { name: label, exact: true }).first().focus()
  // What reads pasted texts is loaded when the field is first used; its first answer shows that it is there.
  await page.keyboard.type('34')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

test('each item of a mixed paste is found where it exists, and the CSV matches the page', async ({ page, demo }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await look(page, demo.url, mixture)
  await expect(page.getByText('10 found, 2 not found, 1 not recognised')).toBeVisible()
  await expect(list(page).locator('> li').filter({ hasText: 'Set NODE_URL_ETH' })).toHaveCount(1)
  expect(sent.filter((url) => /hello|INFO|gas/.test(decodeURIComponent(url)))).toEqual([])
  const { data } = Papa.parse<Record<string, string>>(await savedCsv(page), { header: true, skipEmptyLines: true })
  expect(data.map(({ pasted, state, link }) => [pasted, state, link?.replace(demo.url, '')])).toEqual(expected)

  await test.step('the page has no accessibility violations and fits a phone', async () => {
    const desktop = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeViolations(page)).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over).toBe(0)
    if (desktop) await page.setViewportSize(desktop)
  })

  await list(page).getByRole('link', { name: 'Transaction on Demo ledger' }).first().click()
  await expect(page).toHaveURL(`${demo.url}/demo/tx/${nestedCalls}`)
  await page.goBack()
  await expect(list(page).locator('> li')).toHaveCount(13)
})

test('several items pasted into the search box open on the page, and never appear in a URL', async ({ page, demo }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('combobox', { name: 'Search' }))
  await pasteInto(page, 'Search', `17\n18\n${busiestWallet}`)
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveText([/Look up all 3/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/paste`)
  await expect(list(page).locator('> li')).toHaveCount(3)
  await untilLookedUp(page)
  expect(sent.filter((url) => url.startsWith(`${demo.url}/search?`))).toEqual([])

  // The page that is open already takes the next text.
  await pasteInto(page, 'Search', `${lanterns}, ${spamCoin}`)
  await page.getByRole('option', { name: /Look up all 2/ }).click()
  await expect(list(page).locator('> li')).toHaveCount(2)
  await untilLookedUp(page)

  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('.')
  await page.getByRole('combobox', { name: 'Go to a page, or look something up' }).fill('paste any')
  await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()).toContainText(
    'Paste anything',
  )
})

test('an item that cannot be looked up says why, and leaving the page cancels pending requests', async ({
  page,
  demo,
  watch,
}) => {
  watch.allow(502)
  await page.route('**/search.json**', (route) =>
    route.fulfill({ status: 502, json: { code: 'upstream_failed', message: 'The node did not answer.' } }),
  )
  await look(page, demo.url, busiestWallet)
  await expect(list(page)).toContainText('The node did not answer.')
  expect(await savedCsv(page)).toContain('failed')
  await page.unroute('**/search.json**')

  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/search.json')) asked += 1
  })
  const heights = Array.from({ length: 200 }, (_, index) => `demo:${index + 1}`).join('\n')
  await page.getByRole('textbox', { name: /^Addresses, hashes/ }).fill(heights)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect.poll(() => asked).toBeGreaterThan(3)
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.waitForURL('**/docs')
  await page.waitForLoadState('networkidle')
  expect(asked).toBeLessThan(100)
})

test("two hundred items fit the visitor's budget", { tag: '@full' }, async ({ page, stopLater }) => {
  const server = await startDemoWeb({ RATE_LIMIT_ANONYMOUS: '20' })
  stopLater(server)
  const open = new Set<unknown>()
  let most = 0
  page.on('request', (request) => {
    if (!request.url().includes('/search.json')) return
    open.add(request)
    most = Math.max(most, open.size)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  await page.goto(`${server.url}/paste`)
  await untilInteractive(page.getByRole('button', { name: 'Look up' }))
  const heights = Array.from({ length: 210 }, (_, index) => `demo:${index + 1}`).join('\n')
  await page.getByRole('textbox', { name: /^Addresses, hashes/ }).fill(heights)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('10 beyond the first 200 are left out.')).toBeVisible()
  await expect(page.getByText('200 found').first()).toBeVisible()
  expect(most).toBeLessThanOrEqual(4)
})
