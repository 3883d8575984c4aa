import { ownChain, startOwnChain } from '#tests/support/own-chain.ts'
import { expect, test, untilIndexed } from './browser-test.ts'

/* The pages themselves are in tests/html/own-chain.test.ts. */

test("a chain of the operator's own has its icon, its colour and a suggestion in the search box", async ({
  page,
  stopLater,
}) => {
  const chain = await startOwnChain()
  stopLater(chain)
  await untilIndexed(chain.url)
  await page.goto(`${chain.url}/my-chain/tx/${chain.hash}`)
  await expect(page.getByRole('main').locator('data').filter({ hasText: '2.5 MINE' }).first()).toBeVisible()
  const choice = page.locator('header summary').filter({ hasText: 'My Chain' })
  await expect(choice).toBeVisible()
  for (const picture of [choice.locator('img'), page.locator('header a[href="/"] img')]) {
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  expect(await accent()).toContain(ownChain.yellow)
  await page.getByRole('combobox').first().fill(`my-chain:${chain.sender}`)
  await expect(page.getByRole('option').filter({ hasText: 'my-chain' })).toBeVisible()
})
