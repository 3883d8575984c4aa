import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, test } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'
import { attributesOf, type DescribedToken, describedTokens } from './demo-traits.ts'

const path = `/demo/token/${demoLedger.lanterns}/traits`

/** Of every token in bits, the plain way: how many are alike, trait by trait. */
const rarityOf = (tokens: DescribedToken[]): Map<string, number> => {
  const described = tokens.filter(({ normalized_metadata }) => normalized_metadata)
  const valueIn = (token: DescribedToken, trait: string) =>
    attributesOf(token).find((one) => one.trait_type === trait)?.value
  const traits = [...new Set(described.flatMap(attributesOf).map(({ trait_type }) => trait_type))]
  return new Map(
    described.map((token) => {
      const bits = traits.map((trait) => {
        const alike = described.filter((other) => valueIn(other, trait) === valueIn(token, trait)).length
        return -Math.log2(alike / described.length)
      })
      return [token.token_id, bits.reduce((sum, one) => sum + one, 0)]
    }),
  )
}

const cards = (page: Page) => page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
const whole = (page: Page) => expect(page.getByText(/^Counted all \d+ tokens/)).toBeVisible()
const shownIds = async (page: Page, count: number): Promise<string[]> => {
  await expect(
    page
      .getByRole('list', { name: 'Tokens' })
      .locator(`a[href^="/demo/nft/"]`)
      .nth(count - 1),
  ).toBeAttached()
  const hrefs = await page
    .getByRole('list', { name: 'Tokens' })
    .locator('a[href^="/demo/nft/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return hrefs.slice(0, count).map((href) => href.split('/').at(-1) ?? '')
}

test('a whole collection is counted in the browser and shown on a phone too, matching a plain count over the API', async ({
  page,
  demo,
}) => {
  const tokens = await describedTokens(demo.url)
  await page.goto(demo.url + path)
  await whole(page)
  await expect(page.getByText(`Counted all ${tokens.length} tokens`)).toBeVisible()

  const bits = rarityOf(tokens)
  const rarest = [...bits].sort(([a, mine], [b, theirs]) => theirs - mine || Number(a) - Number(b)).map(([id]) => id)
  await expect
    .poll(async () => (await shownIds(page, 5)).map((id) => bits.get(id)?.toFixed(6)))
    .toEqual(rarest.slice(0, 5).map((id) => bits.get(id)?.toFixed(6)))
  await expect(cards(page).first()).toContainText(`#1 of ${bits.size}`)
  await expect(
    cards(page)
      .first()
      .getByTitle(`Rarity score ${bits.get(rarest[0] ?? '')?.toFixed(1)}`),
  ).toBeVisible()

  const [one] = attributesOf(tokens.find((token) => attributesOf(token).length > 0) as DescribedToken)
  if (!one) throw new Error('The ledger has no attributes.')
  const alike = tokens.filter((token) =>
    attributesOf(token).some(({ trait_type, value }) => trait_type === one.trait_type && value === one.value),
  )
  const facet = page.getByRole('group', { name: one.trait_type })
  const share = ((alike.length / bits.size) * 100).toFixed(1)
  await expect(facet.getByRole('listitem').filter({ hasText: one.value }).first()).toContainText(
    `${alike.length} · ${share} %`,
  )

  await test.step("the gallery stays within the server's budget, however fast one scrolls", async () => {
    for (let top = 0; top < 6_000; top += 1_500) await page.evaluate((to) => window.scrollTo(0, to), top)
    await expect(cards(page).getByRole('link').first()).toBeVisible()
    // What was refused would be a fault of this page (browser-test.ts).
    await page.waitForLoadState('networkidle')
  })

  await test.step('the open filters fit a phone and have no axe violations', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: /traits?$/ }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('only a browser without JavaScript is told that counting needs it', async ({ page, browser, demo }) => {
  const needed = (of: Page) => of.locator('main noscript')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(demo.url + path)
  await expect(needed(plain)).toBeVisible()
  await expect(needed(plain)).toHaveJSProperty('textContent', 'Counting traits needs JavaScript.')
  await expect(plain.getByText('Reading the collection')).toBeHidden()
  await context.close()

  // Before its code has come, too.
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort('aborted'))
  await page.goto(demo.url + path)
  await expect(page.getByText('Reading the collection')).toBeVisible()
  await expect(needed(page)).toBeHidden()
})

test('selected values filter by keyboard, stay in the URL, and survive a reload and Back', { tag: '@full' }, async ({
  page,
  demo,
}) => {
  const tokens = await describedTokens(demo.url)
  await page.goto(demo.url + path)
  await whole(page)
  const facets = page.getByRole('group').filter({ has: page.getByRole('checkbox') })
  const box = facets.first().getByRole('checkbox').first()
  await box.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\?trait=/)
  const [trait = '', value = ''] = (new URL(page.url()).searchParams.get('trait') ?? '').split(':')
  const matching = tokens
    .filter((token) => attributesOf(token).some((one) => one.trait_type === trait && one.value === value))
    .map(({ token_id }) => token_id)
  await expect(page.getByText(`${matching.length} tokens with these traits`)).toBeVisible()
  await page.getByLabel('Order').selectOption('By number')
  await expect(page).toHaveURL(/sort=id/)
  const first = matching
    .map(Number)
    .sort((a, b) => a - b)
    .slice(0, 4)
    .map(String)
  await expect.poll(() => shownIds(page, 4)).toEqual(first)
  await page.reload()
  await whole(page)
  await expect.poll(() => shownIds(page, 4)).toEqual(first)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`${demo.url}/demo/nft/${demoLedger.lanterns}/${first[0]}`)
  await page.goBack()
  await expect.poll(() => shownIds(page, 4)).toEqual(first)
  await page.getByRole('list', { name: 'Selected traits' }).getByRole('button').click()
  await expect(page).not.toHaveURL(/trait=/)
  await expect(page.getByText(`${tokens.length} tokens`, { exact: true })).toBeVisible()
})
