import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { demoKey, expect, test, untilIndexed, untilInteractive } from './browser-test.ts'
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
${busiestWallet.slice(0, -1)}
hello there`

/** What is under the mixture, in its order: state, what, chain and page. */
const expected = [
  [nestedCalls, 'found', 'Transaction', 'Demo ledger', `/demo/tx/${nestedCalls}`],
  [busiestWallet, 'found', 'Address', 'Demo ledger', `/demo/address/${busiestWallet}`],
  [lanterns, 'found', 'ERC721 contract', 'Demo ledger', `/demo/token/${lanterns}`],
  [`demo:${failedTransaction}`, 'found', 'Transaction', 'Demo ledger', `/demo/tx/${failedTransaction}`],
  [`/demo/nft/${lanterns}/1`, 'found', 'NFT', 'Demo ledger', `/demo/nft/${lanterns}/1`],
  ['https://explorer.aptoslabs.com/txn/4?network=mainnet', 'found', 'Aptos transaction', 'Aptos', '/aptos/txn/4'],
  [`0x${aptosNfts.lights}`, 'found', 'Aptos collection', 'Aptos', `/aptos/collection/${aptosNfts.lights}`],
  [aptosNfts.feather, 'found', 'Aptos token', 'Aptos', `/aptos/token/${aptosNfts.feather}`],
  ['25', 'found', 'Block', 'Demo ledger', '/demo/block/25'],
  ['25', 'found', 'Aptos transaction', 'Aptos', '/aptos/txn/25'],
  ['25', 'found', 'Aptos block', 'Aptos', '/aptos/block/25'],
  [spamCoin, 'found', 'ERC20 contract', 'Demo ledger', `/demo/token/${spamCoin}`],
  [
    unknownHash,
    'not found',
    'Transaction, Block, Aptos account, Aptos transaction, Aptos collection or Aptos token',
    '',
    '',
  ],
  [`https://etherscan.io/address/${busiestWallet}`, 'not found', 'Wallet or contract', '', ''],
  [busiestWallet.slice(0, -1), 'not recognised', '', '', ''],
  ['hello there', 'not recognised', '', '', ''],
]

const list = (page: Page) => page.getByRole('list', { name: 'Pasted items' })
const rowOf = (page: Page, text: string) =>
  list(page)
    .locator('> li')
    .filter({ has: page.getByRole('checkbox', { name: `Choose ${text}`, exact: true }) })

/** Until every row has its answer. */
const untilLookedUp = async (page: Page) => {
  await expect(list(page)).toBeVisible()
  await expect(page.getByText('being looked up')).toHaveCount(0, { timeout: 20_000 })
}

const look = async (page: Page, url: string, text: string) => {
  await page.goto(`${url}/paste`)
  const button = page.getByRole('button', { name: 'Look' })
  await untilInteractive(button)
  await page.getByRole('textbox', { name: /^Addresses, hashes/ }).fill(text)
  await button.click()
  await untilLookedUp(page)
}

const saved = async (page: Page, button: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
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

test('each thing of a mixture is found where it is, and the files say what the page says', async ({
  page,
  demo,
  watch,
}) => {
  watch.allow(404)
  // Contracts are rated by a job that follows the blocks.
  const rating = `${demo.url}/api/explorer/evm/contracts/${spamCoin}/rating?chain=demo`
  await expect
    .poll(async () => (await (await fetch(rating, { headers: { 'x-api-key': demoKey } })).json()).possible_spam)
    .toBe(true)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await look(page, demo.url, mixture)
  await expect(page.getByText('10 found, 2 not found, 2 not recognised')).not.toHaveCount(0)
  await expect(page.getByText('1 duplicate is listed once.')).toBeVisible()
  await expect(rowOf(page, nestedCalls)).toContainText('Success')
  await expect(rowOf(page, `demo:${failedTransaction}`)).toContainText('Failed')
  await expect(rowOf(page, busiestWallet)).toContainText(/1,0\d\d transactions/)
  await expect(rowOf(page, spamCoin)).toContainText('Possible spam')
  await expect(rowOf(page, `https://etherscan.io/address/${busiestWallet}`)).toContainText('eth is not served here')
  expect(sent.filter((url) => /hello|INFO|gas/.test(decodeURIComponent(url)))).toEqual([])

  const json: Record<string, string>[] = JSON.parse(await saved(page, 'JSON'))
  const short = json.map(({ pasted, state, what, chain, link }) => [
    ...[pasted, state, what, chain],
    link?.replace(demo.url, ''),
  ])
  expect(short).toEqual(expected)
  const csv = Papa.parse<Record<string, string>>(await saved(page, 'CSV'), { header: true, skipEmptyLines: true })
  expect(csv.data).toEqual(json)
})

test('what is chosen opens in tabs of its own, and alone is exported', async ({ page, demo, context }) => {
  await look(page, demo.url, `${busiestWallet}\n${nestedCalls}\n${lanterns}`)
  await page.getByRole('checkbox', { name: `Choose ${nestedCalls}` }).press('Space')
  await page.getByRole('checkbox', { name: `Choose ${lanterns}` }).press('Space')
  await page.getByRole('checkbox', { name: `Choose ${lanterns}` }).press('Space')
  expect(JSON.parse(await saved(page, 'JSON'))).toHaveLength(1)
  const links = page.getByRole('list', { name: 'Selected pages' }).getByRole('link')
  await expect(links).toHaveCount(1)
  const [opened] = await Promise.all([context.waitForEvent('page'), links.click()])
  await expect(opened).toHaveURL(`${demo.url}/demo/tx/${nestedCalls}`)

  await rowOf(page, busiestWallet).getByRole('link').click()
  await expect(page).toHaveURL(`${demo.url}/demo/address/${busiestWallet}`)
  await page.goBack()
  await expect(list(page).locator('> li')).toHaveCount(3)
})

test('several things pasted into the search box are looked at on the page, and stand in no address', async ({
  page,
  demo,
}) => {
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
  expect(sent.filter((url) => url.startsWith(`${demo.url}/search`))).toEqual([])

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

test('a search that fails says so, and can be tried again', async ({ page, demo, watch }) => {
  watch.allow(502)
  const pattern = '**/api/explorer/evm/search**'
  await page.route(pattern, (route) =>
    route.fulfill({ status: 502, json: { code: 'upstream_failed', message: 'The node did not answer.' } }),
  )
  await look(page, demo.url, busiestWallet)
  await expect(rowOf(page, busiestWallet)).toContainText('The node did not answer.')
  await page.unroute(pattern)
  await rowOf(page, busiestWallet).getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, busiestWallet).getByRole('link', { name: 'Address' })).toBeVisible()
})

test('two hundred things are looked up without being refused for the rate', async ({ page, watch }) => {
  const server = await startSpyglass({ RATE_LIMIT_ANONYMOUS: '20' })
  await untilIndexed(server.url)
  test.setTimeout(90_000)
  watch.allow(404)
  const open = new Set<unknown>()
  let most = 0
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    open.add(request)
    most = Math.max(most, open.size)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  await page.goto(`${server.url}/paste`)
  await untilInteractive(page.getByRole('button', { name: 'Look' }))
  const heights = Array.from({ length: 210 }, (_, index) => `demo:${index + 1}`).join('\n')
  await page.getByRole('textbox', { name: /^Addresses, hashes/ }).fill(heights)
  await page.getByRole('button', { name: 'Look' }).click()
  await expect(page.getByText('10 beyond the first 200 were left out.')).toBeVisible()
  await expect(page.getByText('200 found').first()).toBeVisible({ timeout: 60_000 })
  expect(most).toBeLessThanOrEqual(4)
  await server.stop()
})

test('the page of pasted things has no fault of accessibility, and fits a phone', async ({ page, demo, watch }) => {
  watch.allow(404)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, demo.url, mixture)
  await page.getByRole('checkbox', { name: 'Select all found' }).check()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBe(0)
})

test('without JavaScript the page says what it needs', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${demo.url}/paste`)
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Look' })).toBeDisabled()
  await context.close()
})
