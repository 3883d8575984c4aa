import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'
import { scrollThrough } from './scroll-list.ts'

const blockPath = `/aptos/block/${demoLedger.aptosBlock}`

test('a block lists its transactions of every kind, with only a few in the document', async ({ page, demo }) => {
  await page.goto(demo.url + blockPath)
  const first = 188
  const last = 453
  await expect(page.getByRole('region', { name: 'Block', exact: true })).toContainText(`${last - first + 1}`)
  // The last row's place is known once the browser has the whole list.
  await untilInteractive(page.getByRole('row').nth(1))
  const { hrefs, rowsAtOnceMax } = await scrollThrough(page, '/aptos/txn/')
  expect(hrefs).toEqual(Array.from({ length: last - first + 1 }, (_, index) => `/aptos/txn/${first + index}`))
  expect(rowsAtOnceMax).toBeLessThan(100)
})

test('the filter by kind is a link, and its counts add up', async ({ page, demo }) => {
  await page.goto(demo.url + blockPath)
  const kinds = page.getByRole('navigation', { name: 'Kinds of transaction' })
  await expect(kinds.getByRole('link')).toHaveText(['All 266', 'Block metadata 1', 'User 264', 'State checkpoint 1'])
  await kinds.getByRole('link', { name: 'Block metadata' }).click()
  await expect(page).toHaveURL(`${demo.url}${blockPath}?type=block_metadata_transaction`)
  await expect(page.locator('[role=row] a[href^="/aptos/txn/"]')).toHaveText(['188'])
  await page.goBack()
  await expect(page.locator('[role=row] a[href^="/aptos/txn/"]').nth(1)).toHaveText('189')
})

test('the arrow keys open the previous and next block or transaction', async ({ page, demo }) => {
  await page.goto(demo.url + blockPath)
  await untilInteractive(page.getByRole('link', { name: 'Next block' }))
  for (const [key, height] of [
    [']', '35'],
    ['[', '34'],
    ['[', '33'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: `Aptos block ${height}`, exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${demo.url}/aptos/block/${height}`)
  }
  await page.goto(`${demo.url}/aptos/txn/1`)
  await untilInteractive(page.getByRole('link', { name: 'Next transaction' }))
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { name: 'Aptos transaction 0' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous transaction' })).toBeDisabled()
})

test('a transaction of every kind shows exactly the fields of its kind', async ({ page, demo }) => {
  for (const [kind, version] of Object.entries(demoLedger.aptosVersions))
    await test.step(kind, async () => {
      await page.goto(`${demo.url}/aptos/txn/${version}`)
      const facts = page.getByRole('region', { name: 'Transaction', exact: true })
      await expect(facts).toContainText('Success')
      for (const part of [/^Changes/, 'Raw', ...(kind === 'User' ? ['Payload', 'Signature'] : [])])
        await expect(page.getByRole('heading', { name: part })).toBeVisible()
      if (kind === 'Genesis') await expect(page.getByRole('heading', { name: 'Payload' })).toBeVisible()
      if (kind === 'Block metadata') await expect(facts).toContainText('Proposer')
      if (kind === 'Validator') await expect(facts).toContainText('Validator kind')
      if (kind !== 'User') await expect(facts).not.toContainText('Sequence number')
    })
})

test('a transfer says what it did, which balances and which state it changed', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/txn/696`)
  await expect(page.getByText(/sent 0\.689 APT to/)).toBeVisible()
  const balances = page.getByRole('region', { name: 'Balance changes' })
  await expect(balances).toContainText(/-0\.689 ?APT/)
  await expect(balances).toContainText(/\+0\.689 ?APT/)
  await expect(balances).toContainText('paid 0.000016 APT for gas')
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText(/argument 2 ?u64/)
  await page.getByRole('link', { name: 'State changes' }).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/txn/696/state`)
  await expect(page.getByRole('region', { name: 'State changes' })).toContainText('(+68,900,000)')
})

test('the transactions that others sent to an account are listed apart', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/account/${aptosNfts.wallet}`)
  // The choice moves down when the panels above it are there: a click at that moment would miss it.
  await expect(page.getByRole('region', { name: 'Coins' })).not.toHaveAttribute('aria-busy')
  await page
    .getByRole('navigation', { name: 'Direction of transactions' })
    .getByRole('link', { name: 'Received' })
    .click()
  const received = page.getByRole('region', { name: 'Transactions received' })
  await expect(received.getByRole('row').filter({ hasText: '696' })).toContainText('+0.689 APT')
  await expect(received.getByText('this account')).toHaveCount(0)
})

test('a form simulates an entry function, and says that this node cannot', async ({ page, demo }) => {
  const module = `${demo.url}/aptos/account/${aptosNfts.studio}/modules/harbor_shop`
  await page.goto(`${module}?version=30`)
  await page.getByText('Simulate', { exact: true }).first().click()
  await page.getByLabel('sender').first().fill('0x1')
  await page.getByRole('button', { name: 'Simulate' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'nothing was sent' })).toContainText(
    /not a function|does not serve|serves/,
  )
})
