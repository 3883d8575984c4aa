import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { isFull, sample } from '#tests/support/tier.ts'
import { axeViolations, axeViolationsInBothThemes } from './axe-violations.ts'
import { expect, test, untilDrawn, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'
import { labelledPages } from './labelled-pages.ts'
import { signInBehind } from './signed-in.ts'

const { busiestWallet, lanterns } = demoLedger
/** With a list. */
const walletPath = `/demo/address/${busiestWallet}/transactions`
/** Without one: most of what a label does takes no more. */
const nftPath = `/demo/nft/${lanterns}/1`
const hostile = '<img src=x onerror=alert(1)> =1+1'

const tag = (page: Page): Locator => page.getByRole('button', { name: 'Label in this browser' })
/** The page's own script answers presses on the tag once it is there. */
const openLabel = async (page: Page) => {
  await untilInteractive(page.getByRole('main').getByRole('button').first())
  await tag(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
const label = async (page: Page, name: string, { note = '', watch = false } = {}) => {
  await openLabel(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label', { exact: true }).fill(name)
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByLabel('On the watch list').setChecked(watch)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}
/** Follows a link within the page that is open: its path. */
const follow = async (page: Page, selector: string): Promise<string> => {
  const link = page.getByRole('main').locator(selector).first()
  await untilInteractive(page.getByRole('main').getByRole('button').first())
  const path = (await link.getAttribute('href')) ?? ''
  await link.click()
  await page.waitForURL(`**${path}`)
  return path
}
const addressInRow = '[role=row] a[href^="/demo/address/"]'
const openLabels = async (page: Page) => {
  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  await page.waitForURL('**/labels')
}
const labelled = (page: Page, name: string): Locator => page.locator(`a[data-label=${JSON.stringify(name)}]`)
/** Of all rows that are shown, each different one once: what streams in is hidden at first. */
const heights = (page: Page): Promise<number[]> =>
  page
    .locator('[role=row]')
    .evaluateAll((rows) => [...new Set(rows.filter((row) => row.checkVisibility()).map((row) => row.clientHeight))])
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a label appears wherever its address does, shifts no row, is plain text, and never leaves the browser', async ({
  page,
  demo,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)))
  await page.goto(demo.url + walletPath)
  await expect(page.locator('[role=row]').nth(5)).toBeVisible()
  const before = await heights(page)
  const other = await follow(page, addressInRow)
  await label(page, hostile, { note: 'met at the pier' })
  await expect(tag(page)).toHaveAttribute('data-label', hostile)

  await page.goto(demo.url + walletPath)
  await expect(labelled(page, hostile).first()).toBeVisible()
  expect(await heights(page)).toEqual(before)
  expect(await page.locator('main img[src="x"]').count()).toBe(0)
  await expect(labelled(page, hostile).first()).toHaveAccessibleName(/onerror/)
  // Rows that come while one scrolls, and those that come back.
  const hrefs = new Set<string>()
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, 1_500)
    await untilDrawn(page)
    const links = page.locator(addressInRow)
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      hrefs.add(href)
    await expect(page.locator(`[role=row] a[href="${other}"]:not([data-label])`)).toHaveCount(0)
  }
  expect(hrefs.size).toBeGreaterThan(2)
  expect(sent.filter((text) => /onerror|met at the pier/.test(text))).toEqual([])
})

// That each page offers it, for the right subject, is in tests/html/labels.test.ts.
test('EVM and Aptos items can be labelled on their own pages', async ({ page, demo }) => {
  const paths = sample(
    labelledPages.map(({ path }) => path),
    2,
  )
  for (const [index, path] of paths.entries()) {
    await page.goto(demo.url + path)
    await label(page, `Name ${index}`)
  }
  await openLabels(page)
  const list = page.getByRole('list', { name: 'Labels', exact: true })
  await expect(list.getByRole('listitem')).toHaveCount(paths.length)
  for (const [index, path] of paths.entries()) {
    const row = list.getByRole('listitem').filter({ hasText: `Name ${index}` })
    const own = path.replace('/creator/', '/account/')
    await expect(row.getByRole('link').first()).toHaveAttribute('href', own)
  }
})

test('pages load no label code without labels, and several tabs stay in sync', { tag: '@full' }, async ({
  page,
  context,
  demo,
}) => {
  const loaded: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) loaded.push(response.text())
  })
  const isLoaded = async () => (await Promise.all(loaded)).some((text) => text.includes('[data-own-labels]'))
  await page.goto(`${demo.url}/demo/token/${lanterns}`, { waitUntil: 'networkidle' })
  expect(await isLoaded()).toBe(false)
  await label(page, 'First')
  expect(await isLoaded()).toBe(true)

  // A contract has one label, on its page as a token and as an address.
  const second = await context.newPage()
  await second.goto(`${demo.url}/demo/address/${lanterns}`)
  await expect(tag(second)).toHaveAttribute('data-label', 'First')
  await openLabels(second)
  await expect(second.getByText('First')).toBeVisible()
  await label(page, 'Renamed')
  await expect(second.getByText('Renamed')).toBeVisible()
  await second.getByRole('button', { name: 'Delete Renamed' }).click()
  await expect(tag(page)).not.toHaveAttribute('data-label')
})

test('labels can be searched, edited, saved, cleared and restored from a file, which names its invalid rows', {
  tag: '@full',
}, async ({ page, demo }) => {
  await page.goto(demo.url + nftPath)
  await label(page, '=HYPERLINK("x")', { note: "'quoted, twice", watch: true })
  await follow(page, 'a[href^="/demo/address/"]')
  await label(page, 'Lamps')
  await openLabels(page)
  const rows = page.getByRole('list', { name: 'Labels', exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Find a label').fill('lamps demo')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit Lamps' }).click()
  await page.getByLabel('Label', { exact: true }).fill('Lanterns')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Find a label').fill('')
  await expect(rows.filter({ hasText: 'Lanterns' })).toBeVisible()

  const files: string[] = []
  const forms = isFull ? ['CSV', 'JSON'] : ['CSV']
  for (const form of forms) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Save as ${form}` }).click()
    files.push(await readFile(await (await download).path(), 'utf8'))
  }
  expect(files[0]).toContain(`"'=HYPERLINK(""x"")"`)
  for (const [index, text] of files.entries()) {
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No labels yet')).toBeVisible()
    const broken = index === 0 ? `${text}wallet,demo,nobody,x,,no,\r\n` : text
    await page
      .getByLabel('File with labels')
      .setInputFiles({ name: 'labels', mimeType: 'text/plain', buffer: Buffer.from(broken) })
    if (index === 0)
      await expect(page.getByRole('list', { name: 'Rows that cannot be read' })).toContainText('Line 4: the subject')
    await page.getByRole('button', { name: 'Add the 2 new' }).click()
    await expect(rows).toHaveCount(2)
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: index === 0 ? 'Save as CSV' : 'Save as JSON' }).click()
    expect(await readFile(await (await again).path(), 'utf8')).toBe(text)
  }
})

test("a link brings labels that no one else sees: for the visit, marked, and never replacing one's own", async ({
  page,
  browser,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(demo.url + nftPath)
  await label(page, 'Theirs')
  const friendPath = await follow(page, 'a[href^="/demo/address/"]')
  await label(page, 'Their friend')
  await openLabels(page)
  await page.getByRole('button', { name: 'Copy as link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(hash).toMatch(/^#labels=[\w-]+$/)

  const guest = await browser.newContext()
  const other = await guest.newPage()
  const sent: string[] = []
  other.on('request', (request) => sent.push(request.url()))
  await other.goto(demo.url + nftPath)
  await label(other, 'Mine')
  await other.goto(demo.url + friendPath + hash)
  const offer = other.getByRole('dialog')
  await expect(offer).toContainText('This link contains 2 labels')
  expect(await axeViolations(other, { part: 'dialog' })).toEqual([])
  await offer.getByRole('button', { name: 'Ignore' }).click()
  expect(new URL(other.url()).hash).toBe('')
  await expect(tag(other)).not.toHaveAttribute('data-label')

  // Into the page that is open: only its fragment changes.
  await other.goto(demo.url + friendPath + hash)
  await offer.getByRole('button', { name: 'Use for this visit' }).click()
  await expect(tag(other)).toHaveAttribute('data-label', 'Their friend')
  await expect(tag(other)).toHaveAttribute('data-label-from', 'link')
  await other.goto(demo.url + nftPath)
  await expect(tag(other)).toHaveAttribute('data-label', 'Mine')
  await expect(labelled(other, 'Their friend').first()).toBeVisible()

  await other.goto(`${demo.url}/labels${hash}`)
  await offer.getByRole('button', { name: 'Keep 1' }).click()
  await other.getByRole('button', { name: 'Stop using them' }).click()
  await expect(other.getByRole('list', { name: 'Labels', exact: true }).getByRole('listitem')).toHaveText([
    /Mine|Their friend/,
    /Mine|Their friend/,
  ])
  await other.goto(`${demo.url}/labels#labels=nonsense`)
  await expect(offer).toContainText('cannot be read')
  expect(sent.filter((url) => url.includes('labels='))).toEqual([])
  await guest.close()
})

test('a link fragment followed while the code loads is not lost', async ({ page, demo }) => {
  await page.addInitScript(() => {
    const { navigation } = window
    let isFollowed = false
    // Read once the page's address has been, and before anything is shown of it.
    Object.defineProperty(window, 'navigation', {
      get: () => {
        if (!isFollowed) queueMicrotask(() => location.assign('#labels=nonsense'))
        isFollowed = true
        return navigation
      },
    })
  })
  await page.goto(demo.url + nftPath)
  await expect(page.getByRole('dialog')).toContainText('cannot be read')
  expect(new URL(page.url()).hash).toBe('#labels=nonsense')
})

test("the account page offers to copy the browser's labels; an account's take precedence; each can be copied to the other", {
  tag: '@full',
}, async ({ page, demo }) => {
  await signInBehind(page.context(), demo.url)
  const offer = page.getByRole('button', { name: /^Copy \d+ to the account$/ })
  await page.goto(`${demo.url}/account`)
  await expect(page.getByText('No labels yet')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.goto(demo.url + walletPath)
  await label(page, 'Mine')
  await follow(page, '[role=row] a[href^="/demo/tx/"]')
  await label(page, 'Not for an account')
  await page.goBack()
  await page.waitForURL(`**${walletPath}`)
  await follow(page, addressInRow)
  await label(page, 'My friend', { watch: true })

  await page.goto(`${demo.url}/account`)
  await expect(offer).toHaveText('Copy 2 to the account')
  expect(await axeViolationsInBothThemes(page, 'main')).toEqual([])
  await offer.click()
  const notes = page.getByRole('list', { name: 'Labels and watch list' }).getByRole('listitem')
  await expect(notes).toHaveCount(2)
  await expect(page.getByText('2 copied to the account.')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await notes.filter({ hasText: 'My friend' }).getByRole('button', { name: 'Remove' }).click()
  await expect(offer).toHaveText('Copy 1 to the account')

  await page.goto(demo.url + walletPath)
  const note = page.getByRole('button', { name: 'Change', exact: true })
  await untilInteractive(note)
  await note.click()
  await page.getByLabel('Private label').fill('Of the account')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const block = await follow(page, '[role=row] a[href^="/demo/block/"]')
  await expect(labelled(page, 'Of the account').first()).toBeVisible()
  await expect(labelled(page, 'Mine')).toHaveCount(0)

  await openLabels(page)
  await page.getByRole('button', { name: 'Copy 1 to the account' }).click()
  await expect(page.getByText('1 copied to the account.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete My friend' }).click()
  await page.getByRole('button', { name: 'Copy 1 of the account to this browser' }).click()
  await expect(page.getByRole('button', { name: 'Delete My friend' })).toBeVisible()

  // Signing out hides them.
  await page.locator('summary', { hasText: 'Signed in as' }).first().click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.goto(demo.url + block)
  await expect(labelled(page, 'Mine').first()).toBeVisible()
  await expect(labelled(page, 'Of the account')).toHaveCount(0)
})

test('without browser storage, labels work for the visit and the page says so', async ({ page, demo }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { get: refuse })
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
  })
  await page.goto(demo.url + nftPath)
  await label(page, 'For now')
  await expect(tag(page)).toHaveAttribute('data-label', 'For now')
  await openLabel(page)
  await expect(page.getByRole('note')).toContainText('does not store data')
  await page.keyboard.press('Escape')
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await box.fill('now')
  await expect(page.getByRole('option', { name: 'For now' })).toBeVisible()
  await box.press('Escape')
  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Delete For now' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('does not store data')
})

test('the label page and its dialog have no accessibility violations and fit a phone', { tag: '@full' }, async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${demo.url}/demo/address/${lanterns}`)
  await label(page, 'A long name that does not fit beside an address on a phone', { watch: true, note: 'noted' })
  expect(await overflow(page)).toBe(0)
  await openLabel(page)
  expect(await axeViolationsInBothThemes(page, 'dialog')).toEqual([])
  await page.goto(`${demo.url}/labels`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Clear all' }).click()
  expect(await axeViolationsInBothThemes(page, 'main')).toEqual([])
  expect(await overflow(page)).toBe(0)
})
