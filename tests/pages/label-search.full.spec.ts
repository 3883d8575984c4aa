import type { Page } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const { busiestWallet, lanterns } = demoLedger
const hostile = '<img src=x onerror=alert(1)>'
const labels = [
  `wallet,demo,${busiestWallet},Quay keeper,,no`,
  `collection,demo,${lanterns},Lamps of the quay,,no`,
  `token,demo,${lanterns}/1,First lamp,found at the quay,yes`,
  `transaction,aptos,${aptosNfts.mintedLoaf},${hostile},the quay again,no`,
]

const schemesAt = (width: number) =>
  isFull ? (['light', 'dark'] as const) : ([width === 390 ? 'dark' : 'light'] as const)

/** On the page of labels. */
const bringLabels = async (page: Page) => {
  const buffer = Buffer.from(['kind,chain,subject,label,note,watched', ...labels].join('\n'))
  await page.getByLabel('File with labels').setInputFiles({ name: 'labels.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: `Add the ${labels.length} new` }).click()
  await expect(page.getByRole('list', { name: 'Labels', exact: true }).getByRole('listitem')).toHaveCount(labels.length)
}
const listen = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)))
  return sent
}
const own = (page: Page) => page.getByRole('option', { name: /^Your label/ })
const searchBox = async (page: Page) => {
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await untilInteractive(box)
  return box
}

test('the search finds labels by their words, sends none of them, and is loaded with the first label', async ({
  page,
  demo,
}) => {
  await test.step('its code is not loaded without labels', async () => {
    const loaded: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) loaded.push(response.text())
    })
    const isLoaded = async () => (await Promise.all(loaded)).some((text) => text.includes('Label of a link'))
    await page.goto(`${demo.url}/labels`)
    await (await searchBox(page)).fill('quay')
    await expect(page.getByRole('option', { name: 'Search names' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await isLoaded()).toBe(false)
    // In the document that had none.
    await bringLabels(page)
    await (await searchBox(page)).fill('quay')
    await expect(own(page)).toHaveCount(labels.length)
    expect(await isLoaded()).toBe(true)
  })

  const sent = listen(page)
  await page.goto(`${demo.url}/status`)
  const box = await searchBox(page)

  await test.step('the found labels fit a phone and have no axe violations', async () => {
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await box.fill('quay')
      await expect(own(page)).toHaveCount(labels.length)
      for (const scheme of schemesAt(width)) {
        await page.emulateMedia({ colorScheme: scheme })
        expect(await axeViolations(page)).toEqual([])
      }
      const cut = await own(page).evaluateAll((options) =>
        options.filter((option) => option.scrollWidth > option.clientWidth).map((option) => option.textContent),
      )
      expect(cut).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1_280, height: 844 })
  })

  await test.step('the search box finds labels by their words', async () => {
    // The name that begins so comes first; the last two say it in their notes.
    await expect(own(page)).toHaveText([
      /Quay keeper.*demo.*694e$/,
      /quay|lamp|onerror/i,
      /quay|lamp|onerror/i,
      /quay|lamp|onerror/i,
    ])
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await expect(own(page).filter({ hasText: hostile })).toContainText(`aptos${aptosNfts.mintedLoaf}`)
    await expect(page.getByRole('option', { name: 'Search names' })).toBeVisible()
    await box.fill('lamp quay')
    await expect(own(page)).toHaveCount(2)
    await box.fill('lamps of')
    await expect(own(page)).toHaveCount(1)
    await box.press('ArrowDown')
    const active = own(page).and(page.getByRole('option', { selected: true }))
    await expect(active).toContainText('Lamps of the quay')
    await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
    await box.press('Enter')
    await expect(page).toHaveURL(`${demo.url}/demo/token/${lanterns}`)

    await (await searchBox(page)).fill('quay KEEPER')
    await expect(own(page)).toHaveCount(1)
    await box.press('Enter')
    await expect(page).toHaveURL(`${demo.url}/demo/address/${busiestWallet}`)
    await expect(page.getByRole('main')).toContainText(/Wallet/)
  })

  await test.step('the command palette finds labels by their words', async () => {
    await page.keyboard.press('.')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('first lamp')
    await expect(own(page)).toHaveText(/First lamp.*\/1$/)
    await field.press('Enter')
    await expect(page).toHaveURL(`${demo.url}/demo/nft/${lanterns}/1`)
  })

  // Nor is it kept as something to search for.
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  expect(sent.filter((text) => /quay|lamps of|first lamp|onerror/i.test(text))).toEqual([])
})
