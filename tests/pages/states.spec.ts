import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

/** What is missing, found so by the frame of a chain, by a page within a frame, and by a page with its own words. */
const notThere: [path: string, words: string][] = [
  ['/nosuch', 'There is no such page'],
  [`/demo/tx/${demoLedger.unknownHash}`, 'This transaction has not been seen here'],
  ['/aptos/block/999999999', 'The newest block is 112.'],
]

test('a missing page opens and is followed to like any other, without an error', async ({ page, demo }) => {
  for (const [path, words] of notThere)
    await test.step(path, async () => {
      const response = await page.goto(demo.url + path)
      expect(response?.status()).toBe(404)
      const main = page.getByRole('main')
      await expect(main).toContainText(words)
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'API reference' })
      await untilInteractive(link)
      const written = await main.innerText()
      await link.click()
      await expect(page).toHaveURL(/\/docs$/)
      await page.evaluate((href) => {
        const added = Object.assign(document.createElement('a'), { href, textContent: 'the missing page' })
        document.querySelector('footer')?.prepend(added)
      }, path)
      let documents = 0
      page.on('request', (request) => {
        if (request.resourceType() === 'document') documents++
      })
      await page.getByRole('link', { name: 'the missing page' }).click()
      await expect(page).toHaveURL(demo.url + path)
      await expect.poll(() => main.innerText()).toBe(written)
      await expect(page).toHaveTitle('Not found · Spyglass')
      expect(documents).toBe(0)
    })
})
