import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilIndexed, untilInteractive } from './browser-test.ts'
import { aptosNfts } from './demo-ledger.ts'

const watch = async (page: Page) => {
  await untilInteractive(page.getByRole('main').getByRole('button').first())
  await page.getByRole('button', { name: 'Label in this browser' }).click()
  await page.getByLabel('On the watch list').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const hourMs = 3_600_000
/** A document of this origin that is no page: whoever reads it visits no list. */
const leave = (page: Page, url: string) => page.goto(`${url}/robots.txt`)

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
    ([key, position, at]) =>
      new Promise<void>((resolve) => {
        indexedDB.open('spyglass').onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest
          const writing = result.transaction('visits', 'readwrite')
          const mark = { position, at }
          writing.objectStore('visits').put({ key, read: mark, shown: mark })
          writing.oncomplete = () => {
            result.close()
            resolve()
          }
        }
      }),
    [key, position, Date.now() - 20 * hourMs] as const,
  )

test('new rows since the last visit of a watched wallet are counted, marked and separated from older ones', async ({
  page,
  devnet,
}) => {
  const { url } = devnet
  const wallet = devnet.newAccount()
  const list = `${url}/local/address/${wallet}/transactions`
  const send = async (count: number) => {
    for (let wei = 1; wei <= count; wei++) await devnet.send(wallet, `0x${'bb'.repeat(20)}`, wei)
    await untilIndexed(url, await devnet.height())
  }
  await send(3)

  await test.step('a wallet that is not watched leaves no trace', async () => {
    await page.goto(list, { waitUntil: 'networkidle' })
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  })

  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await expect(newRows(page)).toHaveCount(0)
  await leave(page, url)
  await send(4)

  await page.goto(`${url}/labels`)
  await expect(page.getByText('4 new', { exact: true })).toBeVisible()

  await page.clock.setSystemTime(Date.now() + 2 * hourMs)
  await page.goto(list)
  await expect(notice(page)).toContainText(/^4 new since \w+/)
  await expect(newRows(page)).toHaveCount(4)
  await expect(line(page)).toHaveCount(1)
  await expect(line(page)).toHaveAttribute('aria-rowindex', '5')
  await expect(page.getByRole('button', { name: 'Label in this browser' })).toHaveAttribute('data-since', '4 new')
  const heights = await page
    .locator('[role=row]:not([aria-rowindex="1"])')
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.clientHeight))])
  expect(heights).toHaveLength(1)

  await test.step('the marks and the notice fit a phone and have no axe violations', async () => {
    const desktop = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(notice(page)).toBeVisible()
    await line(page).scrollIntoViewIfNeeded()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeViolations(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )
    if (desktop) await page.setViewportSize(desktop)
  })

  // What comes while one reads glows, and is not taken for older news.
  await send(1)
  await expect(page.locator('[role=row][aria-rowindex="9"]')).toBeVisible()
  await expect(newRows(page)).toHaveCount(4)

  await page.reload()
  await expect(newRows(page)).toHaveCount(5)
  await notice(page).getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(newRows(page)).toHaveCount(0)
  await expect(notice(page)).toHaveCount(0)
  await page.clock.setSystemTime(Date.now() + 4 * hourMs)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(newRows(page)).toHaveCount(0)

  await test.step('a wallet that is no longer watched leaves no trace', async () => {
    await page.goto(`${url}/labels`)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText('No labels yet')).toBeVisible()
    expect(await visits(page)).toEqual([])
  })
})

test('Aptos accounts too; the label page counts new rows and marks all as seen', async ({ page, demo }) => {
  const { studio } = aptosNfts
  const account = `${demo.url}/aptos/account/${studio}`
  await page.goto(account)
  const versions = await page.locator('[role=row] a[href^="/aptos/txn/"]').allInnerTexts()
  await watch(page)
  await expect.poll(async () => (await visits(page)).length).toBe(1)
  await leave(page, demo.url)
  await wasHere(page, `aptos ${studio}`, versions[2]?.trim() ?? '')
  await page.goto(account)
  await expect(newRows(page)).toHaveCount(2)

  await leave(page, demo.url)
  await wasHere(page, `aptos ${studio}`, versions[2]?.trim() ?? '')
  await page.goto(`${demo.url}/labels`)
  await expect(page.getByText('2 new', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(page.getByText('2 new', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await visits(page))[0]?.read.position).toBe(versions[0]?.trim())
})
