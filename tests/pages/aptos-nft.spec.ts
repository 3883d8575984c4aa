import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts } from './demo-ledger.ts'
import { loadToEnd, scrollThrough } from './scroll-list.ts'

const { lights, feathers, loaves, feather, mintedLoaf, studio, wallet } = aptosNfts

test('a collection shows its description and daily activity, and lists its activity to the last row', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/aptos/collection/${lights}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Lights' })).toBeVisible()
  const facts = page.getByRole('region', { name: 'Collection', exact: true })
  await expect(facts).toContainText('25 indexed')
  await expect(facts).toContainText('125')
  await expect(page.getByText('Busiest day: 2026-09-15 with 28')).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('row', { name: '2026-09-16 0' })).toBeVisible()
  await untilInteractive(page.getByRole('button', { name: 'Load more rows' }).or(page.getByText(/^End of the list/)))
  await loadToEnd(page)
  await expect(page.getByText('End of the list: 125 rows')).toBeVisible()
  const { rowsAtOnceMax } = await scrollThrough(page, '/aptos/txn/')
  expect(rowsAtOnceMax).toBeLessThan(120)
})

test('the two rows of a transfer are adjacent, each with its own type', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/collection/${feathers}`)
  const rows = page.getByRole('table', { name: 'NFT transfers' }).getByRole('row')
  const joined = rows.filter({ hasText: 'same transaction as above:' }).first()
  await expect(joined).toContainText(/Sent|Minted|Offered|Received/)
  await expect(rows.filter({ hasText: 'Received' }).first()).toBeVisible()
})

test('a list filtered by account has only its rows, and the URL contains the filter', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/collection/${lights}`)
  await page.getByText('Filter by account').click()
  await page.getByRole('textbox', { name: 'Only from or to these accounts' }).fill(wallet)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${lights}?wallet_whitelist=${wallet}`)
  const rows = page.getByRole('table', { name: 'NFT transfers' }).locator('[role=row]:has([role=cell])')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  expect(count).toBeGreaterThan(0)
  await expect(rows.filter({ has: page.locator(`a[href="/aptos/account/${wallet}"]`) })).toHaveCount(count)

  await page.goto(`${demo.url}/aptos/collection/${lights}?wallet_whitelist=nonsense`)
  await expect(page.getByRole('main')).toContainText('is not a valid Aptos address')
})

test('a token lists its provenance from the first event, and its holders with amounts', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/token/${feather}`)
  await expect(page.getByRole('heading', { level: 1, name: 'White Feather' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Provenance' }).locator('> li')
  await expect(steps.first()).toContainText('Minted')
  const versions = await steps.locator('a[href^="/aptos/txn/"]').allTextContents()
  expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((a, b) => a - b))
  await page.getByText('End of the list: 7 holdings').scrollIntoViewIfNeeded()
  await expect(page.getByRole('table', { name: 'Owners' }).getByRole('link', { name: /^0x/ })).toHaveCount(7)
})

test('tokens have pictures and attributes that this server fetched', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/collection/${lights}`)
  await page.getByRole('navigation', { name: 'Collection' }).getByRole('link', { name: 'Tokens' }).click()
  await expect(page.getByText('End of the list: 25 NFTs')).toBeVisible()
  // The gallery polls while pictures are being made.
  const name = page.getByRole('link', { name: 'Harbor Light #34', exact: true })
  const picture = page.getByRole('article').filter({ has: name }).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\/medium\.webp$/)
  await name.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Light #34' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Picture' }).getByRole('img')).toHaveAttribute('src', /high\.webp$/)
  await expect(page.getByRole('region', { name: 'Attributes' })).toContainText('Storeys')
})

test('a creator page lists collections and their activity', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/creator/${studio}`)
  await expect(page.getByRole('table', { name: 'NFT transfers' })).toContainText('Harbor Lights')
  await page.getByRole('navigation', { name: 'Creator' }).getByRole('link', { name: 'Collections' }).click()
  await expect(page.getByRole('table', { name: 'Collections' }).getByRole('link', { name: /^Harbor/ })).toHaveText([
    'Harbor Bells',
    'Harbor Lights',
  ])
})

test('an account page has transactions, holdings and transfers, each at its own URL', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/account/${wallet}`)
  const tabs = page.getByRole('navigation', { name: 'Account' })
  await tabs.getByRole('link', { name: 'NFTs', exact: true }).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/account/${wallet}/nfts`)
  await expect(page.getByText('End of the list: 5 NFTs')).toBeVisible()
  await tabs.getByRole('link', { name: 'NFT transfers' }).click()
  await expect(page.getByRole('table', { name: 'NFT transfers' }).getByText('Received').first()).toBeVisible()
})

test('events of a transaction link to the token and the collection', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/txn/${mintedLoaf}`)
  await page.locator('a[href^="/aptos/token/"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Salt Loaves 1' })).toBeVisible()
  await page.getByRole('region', { name: 'Token', exact: true }).getByRole('link', { name: 'Salt Loaves' }).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${loaves}`)
  await expect(page.getByText('Digital asset').first()).toBeVisible()
})

test('a pasted collection or token id opens its page', async ({ page, demo }) => {
  await page.goto(`${demo.url}/search?q=${lights}`)
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${lights}`)
  await page.goto(`${demo.url}/search?q=${feather}`)
  await expect(page).toHaveURL(`${demo.url}/aptos/token/${feather}`)
  await page.goto(`${demo.url}/search?q=${studio}`)
  await expect(page.getByRole('link', { name: /^Aptos creator of/ })).toContainText('found')
})

test('non-canonical URLs redirect, and unknown items are 404', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos/collection/0x${lights.toUpperCase()}`)
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${lights}`)
  for (const [path, words] of [
    [`/aptos/collection/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    [`/aptos/token/${'ab'.repeat(32)}`, 'contains version 0 to 827'],
    ['/aptos/collection/x', 'No such Aptos collection'],
    ['/aptos/token/x', 'No such Aptos token'],
    ['/aptos/creator/x', 'No such Aptos creator'],
  ] as const) {
    const response = await page.goto(demo.url + path)
    expect.soft(response?.status(), path).toBe(404)
    await expect.soft(page.getByRole('main'), path).toContainText(words)
  }
})

test('an account without NFTs is certain to have none, and a network without an index names the setting', async ({
  page,
  demo,
}) => {
  const nobody = `0x${'12'.repeat(32)}`
  await page.goto(`${demo.url}/aptos/account/${nobody}/nfts`)
  await expect(page.getByText('This account holds no NFTs.')).toBeVisible()
  await page.goto(`${demo.url}/aptos/creator/${nobody}`)
  await expect(page.getByText('This account has not created any NFTs.')).toBeVisible()
  await page.goto(`${demo.url}/aptos/collection/${lights}?network=testnet`)
  await expect(page.getByRole('status').filter({ hasText: 'Not available here' })).toContainText(
    'APTOS_TESTNET_NODE_URL',
  )
})

test('the network page shows the newest blocks and the progress of the index', async ({ page, demo }) => {
  await page.goto(`${demo.url}/aptos`)
  await expect(page.locator('a[href="/aptos/block/112"]').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('version 0 to 827')
  await expect(page.getByRole('main')).toContainText('at the start of the ledger')
  await page.goto(`${demo.url}/status`)
  await expect(page.getByRole('region', { name: 'Aptos index positions', exact: true })).toContainText('827')
})
