import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const wallet = '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595'
const token = '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605'
const pathOf = (address: string) => `/demo/address/${address}`

test('a wallet shows its identity, the number of rows on each tab, and when it was active', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(wallet))
  const main = page.getByRole('main')
  await expect(main.locator('header').getByText('Mira Tolland')).toBeVisible()
  await expect(page.getByRole('link', { name: /^NFT transfers \d+$/ })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Activity' })
  const [, activeDays] = /on (\d+) days/.exec(await activity.innerText()) ?? []
  await activity.locator('summary').first().click()
  await activity.getByText('Show as a table').click()
  // A row for each day with a transaction, and the header.
  await expect(activity.getByRole('row')).toHaveCount(Number(activeDays) + 1)
})

test('methods have names in the list, on the first page and on later ones', async ({ page, demo }) => {
  await page.goto(`${demo.url}${pathOf(wallet)}/transactions`)
  const method = page.getByRole('table', { name: 'Transactions' }).getByText('transfer', { exact: true })
  await expect(method.first()).toBeVisible()
})

test('the QR code of the address is loaded on request', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(wallet))
  const button = page.getByRole('button', { name: 'Show as a QR code' })
  await untilInteractive(button)
  await button.click()
  await expect(page.getByRole('img', { name: wallet })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a token contract says so and links to its token page', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(token))
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^Token ${token}`))
  await expect(page.getByText('ERC20 contract')).toBeVisible()
  await page.getByRole('link', { name: 'Token page' }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/token/${token}`)
  await page.getByRole('link', { name: 'Contract account' }).click()
  await expect(page).toHaveURL(demo.url + pathOf(token))
  await page.getByRole('link', { name: 'ERC20 transfers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^ERC20 transfers · Token ${token}`))
})

test('current allowances are listed above the approvals, with their evidence and the number of events', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}${pathOf(wallet)}/approvals`)
  const panel = page.getByRole('region').filter({ has: page.getByRole('heading', { name: 'Open approvals' }) })
  await expect(panel).toContainText(/From \d+ approval events?\. Events only/)
  const row = panel.getByRole('listitem').first()
  await row.getByRole('link', { name: 'proof' }).click()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('allowed')
})

test('burns of a wallet have a page', async ({ page, demo }) => {
  await page.goto(demo.url + pathOf(wallet))
  await page.getByRole('link', { name: 'Burns' }).click()
  await expect(page).toHaveURL(`${demo.url}${pathOf(wallet)}/burns`)
  await expect(page.getByRole('region', { name: 'ERC20 burns' })).toBeVisible()
})

test('a transaction is summarised in one sentence whose verb links to the log that proves it', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.nestedCalls}`)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toHaveText(/^Quiet Collector bought #10 of .+ for 0\.811 ETH\.$/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /bought #10 of .+ for 0\.811 ETH/)
  await summary.getByRole('link', { name: 'bought' }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/tx/${demoLedger.nestedCalls}/logs#log-5`)
  await expect(page.locator('#log-5')).toBeInViewport()
})

test('token movements are listed from the logs, with the net change per address', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.tokenTransfer}`)
  await page.getByRole('link', { name: /^Transfers/ }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/tx/${demoLedger.tokenTransfer}/transfers`)
  const changes = page.getByRole('region').filter({ has: page.getByRole('heading', { name: 'Net token changes' }) })
  await expect(changes).toContainText(/-1\.07\s*HBR/)
  await expect(changes).toContainText(/\+1\.07\s*HBR/)
  const table = page.getByRole('table', { name: 'Token transfers' })
  await table.getByRole('link', { name: 'Log 0' }).click()
  await expect(page).toHaveURL(/\/logs\?log=0#log-0$/)
})

test('calldata is shown decoded, raw and as text, by mouse and by arrow keys; integers in every format', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.tokenTransfer}`)
  const decoded = page.getByRole('tab', { name: 'Decoded' })
  await untilInteractive(decoded)
  await expect(page.getByRole('tabpanel', { name: 'Decoded' })).toContainText('1070000000000000000')
  await page.getByRole('button', { name: /^Shown as raw/ }).click()
  await page.getByRole('button', { name: /^Shown as grouped/ }).click()
  await page.getByRole('button', { name: /^Shown as ÷ 10⁹/ }).click()
  await expect(page.getByRole('tabpanel', { name: 'Decoded' })).toContainText('1.07')
  await decoded.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Raw' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Raw' })).toContainText('0xa9059cbb')
})

test('a hovered value is highlighted wherever else it appears', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.nestedCalls}`)
  const links = page.locator('main a[href$="/address/0xd3a01ed4e1d0554a179daebf95508b668767d441"]')
  await untilInteractive(page.getByRole('tab', { name: 'Raw' }))
  await links.first().hover()
  await expect(page.locator('[data-marked]')).toHaveCount(await links.count())
  await page.mouse.move(2, 2)
  await expect(page.locator('[data-marked]')).toHaveCount(0)
})

test('the previous and next transaction of the block are one key away', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.nestedCalls}`)
  const next = page.getByRole('link', { name: 'Next transaction of the block' })
  const href = await next.getAttribute('href')
  await untilInteractive(next)
  await page.keyboard.press(']')
  await expect(page).toHaveURL(demo.url + href)
  await page.getByRole('link', { name: 'Previous transaction of the block' }).click()
  await expect(page).toHaveURL(`${demo.url}/demo/tx/${demoLedger.nestedCalls}`)
})

test('a failed transaction says why if its record contains the reason', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/tx/${demoLedger.failedTransaction}`)
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('it failed, and only the fee was paid')
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText(
    'Reverted: ERC20InvalidReceiver(receiver: 0x000000…0000)',
  )
})

test('a block has a page of its NFT transfers', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
  await page.getByRole('link', { name: 'NFT activity' }).click()
  const region = page.getByRole('region', { name: 'NFT activity' })
  await expect(region.getByRole('link', { name: /^#10/ }).first()).toBeVisible()
})
