import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, untilIndexed, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'
import { startLocalChain } from './local-chain.ts'

let local: Awaited<ReturnType<typeof startLocalChain>>

test.beforeAll(async () => {
  local = await startLocalChain()
})
test.afterAll(() => local.stop())

const send = async (count: number) => {
  const before = Number(await local.rpc('eth_blockNumber'))
  for (let wei = 1; wei <= count; wei++) await local.send(wei)
  await untilIndexed(local.url, before + count)
}

const watch = async (page: Page) => {
  await untilInteractive(page.getByRole('main').getByRole('button').first())
  await page.getByRole('button', { name: 'Label in this browser' }).click()
  await page.getByLabel('On the watch list').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const notice = (page: Page) => page.getByRole('region', { name: 'New since the last visit' })
const newRows = (page: Page) => page.locator('[role=row][data-new]')
const line = (page: Page) => page.locator('[role=row][data-seen-until]')

type Kept = { key: string; read: { position: string; at: number } }
const visits = (page: Page): Promise<Kept[]> =>
  page.evaluate(
    () =>
      new Promise<Kept[]>((resolve) => {
        indexedDB.open('spyglass').onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest
          result.transaction('visits').objectStore('visits').getAll().onsuccess = (event) => {
            result.close()
            resolve((event.target as IDBRequest<Kept[]>).result)
          }
        }
      }),
  )

/** As if the visit had been hours ago, when the list ended at `position`. */
const wasHere = (page: Page, key: string, position: string) =>
  page.evaluate(
    ([key, position]) =>
      new Promise<void>((resolve) => {
        indexedDB.open('spyglass').onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest
          const writing = result.transaction('visits', 'readwrite')
          const mark = { position, at: Date.now() - 20 * 3_600_000 }
          writing.objectStore('visits').put({ key, read: mark, shown: mark })
          writing.oncomplete = () => {
            result.close()
            resolve()
          }
        }
      }),
    [key, position] as const,
  )

test('new rows since the last visit of a watched wallet are counted, marked and separated from older ones', async ({
  page,
}) => {
  await send(3)
  await page.goto(`${local.url}/local/address/${local.sender}/transactions`)
  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await expect(newRows(page)).toHaveCount(0)
  await page.goto(`${local.url}/docs`)
  await send(4)

  await page.goto(`${local.url}/labels`)
  await expect(page.getByText('4 new', { exact: true })).toBeVisible()

  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000)
  await page.goto(`${local.url}/local/address/${local.sender}/transactions`)
  await expect(notice(page)).toContainText(/^4 new since \w+/)
  await expect(newRows(page)).toHaveCount(4)
  await expect(line(page)).toHaveCount(1)
  await expect(line(page)).toHaveAttribute('aria-rowindex', '5')
  await expect(page.getByRole('button', { name: 'Label in this browser' })).toHaveAttribute('data-since', '4 new')
  const heights = await page
    .locator('[role=row]:not([aria-rowindex="1"])')
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.clientHeight))])
  expect(heights).toHaveLength(1)

  // What comes while one reads glows, and is not taken for older news.
  await send(1)
  await expect(page.locator('[role=row][aria-rowindex="9"]')).toBeVisible()
  await expect(newRows(page)).toHaveCount(4)

  await page.reload()
  await expect(newRows(page)).toHaveCount(5)
  await notice(page).getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(newRows(page)).toHaveCount(0)
  await expect(notice(page)).toHaveCount(0)
  await page.clock.setSystemTime(Date.now() + 4 * 3_600_000)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(newRows(page)).toHaveCount(0)
})

test('wallets that are not or no longer watched leave no trace', async ({ page }) => {
  await page.goto(`${local.url}/local/address/${local.recipient}`, { waitUntil: 'networkidle' })
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await page.goto(`${local.url}/labels`)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('No labels yet')).toBeVisible()
  expect(await visits(page)).toEqual([])
})

test('Aptos accounts too; the label page counts new rows and marks all as seen', async ({ page, demo }) => {
  const { studio } = aptosNfts
  await page.goto(`${demo.url}/aptos/account/${studio}`)
  const versions = await page.locator('[role=row] a[href^="/aptos/txn/"]').allInnerTexts()
  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await page.goto(`${demo.url}/docs`)
  await wasHere(page, `aptos ${studio}`, versions[2]?.trim() ?? '')
  await page.goto(`${demo.url}/labels`)
  await expect(page.getByText('2 new', { exact: true })).toBeVisible()
  await page.goto(`${demo.url}/aptos/account/${studio}`)
  await expect(newRows(page)).toHaveCount(2)
  await page.goto(`${demo.url}/docs`)
  await wasHere(page, `aptos ${studio}`, versions[2]?.trim() ?? '')
  await page.goto(`${demo.url}/labels`)
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(page.getByText('2 new', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await visits(page))[0]?.read.position).toBe(versions[0]?.trim())
})

test('on a phone the marks and the notice fit and have no axe violations', async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const path = `${demo.url}/demo/address/${demoLedger.busiestWallet}/transactions`
  await page.goto(path)
  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await page.goto(`${demo.url}/docs`)
  await wasHere(page, `demo ${demoLedger.busiestWallet}`, '1075')
  await page.goto(path)
  await expect(notice(page)).toBeVisible()
  await expect(line(page)).toHaveCount(1)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await line(page).scrollIntoViewIfNeeded()
})
