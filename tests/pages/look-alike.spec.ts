import { readPage } from '#tests/html/html-page.ts'
import { type PoisonedChain, poisonChain } from '#tests/support/poisoned-chain.ts'
import { apiTest, expect, test, untilIndexed, untilInteractive } from './browser-test.ts'

/*
 * A wallet whose history someone has written rows into: to addresses that look like one it paid, of no value, and dust from one.
 */
let made: PoisonedChain
let url: string

test.beforeAll(async ({ devnet }) => {
  made = await poisonChain(devnet.anvil, devnet.newAccount)
  url = `${devnet.url}/local`
  await untilIndexed(devnet.url, await devnet.height())
})

const pageOf = (address: string, list: string) => `${url}/address/${address}/${list}`
const shortOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test('look-alike and zero-value transfers are folded into one line, which opens by keyboard and says why for each', async ({
  page,
}) => {
  await page.goto(pageOf(made.wallet, 'erc20'))
  const fold = page.getByRole('button', {
    name: `3 transfers hidden: imitating ${shortOf(made.friend)} (2), zero value (1)`,
  })
  const table = page.getByRole('table', { name: 'Transfers' })
  const forged = table.locator(`a[href="/local/address/${made.forger}"]`)
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(forged).toHaveCount(0)
  await expect(table.locator(`a[href="/local/address/${made.friend}"]`)).toHaveCount(2)
  await expect(page.getByText('End of the list: 6 transfers')).toBeVisible()

  await untilInteractive(fold)
  // Past the first row: keys that lead along rows lead to the line as well.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(fold).toBeFocused()
  await page.keyboard.press('Enter')
  const open = page.getByRole('button', { name: /^3 transfers usually hidden/ })
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  await expect(forged).toHaveCount(2)
  await expect(table.getByText('Look-alike', { exact: true })).toHaveCount(2)
  await expect(table.getByText('Zero value', { exact: true })).toHaveCount(1)

  // A look-alike is shown above the address it imitates, with differences underlined, and its copy button warns.
  const row = page.getByRole('row').filter({ hasText: 'Look-alike' }).first()
  const marks = row.locator('mark')
  const differing = (address: string) => [address.slice(6, 8), address.slice(-6, -4)]
  await expect(marks).toHaveText([...differing(made.forger), ...differing(made.friend)])
  await expect(marks.first()).toHaveCSS('text-decoration-line', 'underline')
  await expect(row.getByTitle(`Not ${made.friend}, which this wallet sent to`)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Copy (look-alike)' })).toHaveCount(1)
  const other = page.getByRole('row').filter({ hasText: 'Zero value' })
  await expect(other.getByRole('button', { name: 'Copy address' })).toHaveCount(1)
  const heights = await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)

  await page.keyboard.press('Enter')
  await expect(forged).toHaveCount(0)
})

test('the choice to show all applies to every list until it is changed', { tag: '@full' }, async ({ page }) => {
  await page.goto(pageOf(made.wallet, 'erc20'))
  const showAll = page.getByRole('switch', { name: 'Show all' })
  await untilInteractive(showAll)
  await showAll.click()
  await expect(showAll).toBeChecked()
  await expect(page.getByText('Zero value', { exact: true })).toBeVisible()
  await page.goto(pageOf(made.wallet, 'transactions'))
  await expect(page.getByRole('button', { name: /^2 transactions usually hidden/ })).toBeVisible()
  await page.getByRole('switch', { name: 'Show all' }).click()
  await expect(page.getByRole('button', { name: /^2 transactions hidden/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^2 transactions hidden/ })).toBeVisible()
})

apiTest('dust and zero value from a look-alike are folded; transactions signed by the wallet stay', async () => {
  const page = await readPage(pageOf(made.wallet, 'transactions'))
  expect(page.texts('main button')).toContainEqual(
    expect.stringMatching(`^2 transactions hidden: imitating ${shortOf(made.friend)}`),
  )
  expect(page.$('[role=table][aria-label=Transactions] a[href^="/local/tx/"]')).toHaveLength(3)
  expect(page.main).toContain('End of the list: 5 transactions')
})

apiTest('the token page lists every transfer: nothing is folded without a wallet', async () => {
  const page = await readPage(`${url}/token/${made.coin}`)
  expect(page.$(`main a[href="/local/address/${made.forger}"]`)).toHaveLength(2)
  expect(page.texts('button').filter((text) => text.includes('hidden'))).toEqual([])
})

apiTest('an address page warns only if its own rows contain a look-alike of it', async () => {
  const notice = 'This address looks like another one'
  const warned = await readPage(pageOf(made.imitated, 'transactions'))
  expect(warned.$(`div:has(> p:contains("${notice}")) a[href="/local/address/${made.twin}"]`)).toHaveLength(1)
  const { main } = await readPage(pageOf(made.wallet, 'transactions'))
  expect(main).toContain('transactions hidden')
  expect(main).not.toContain(notice)
})
