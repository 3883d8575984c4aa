import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { lanterns } = demoLedger

test('j and k move along the rows, and Enter opens one', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/token/${lanterns}/transfers`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex'))
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  await page.keyboard.press('j')
  await expect.poll(focused).toBe('2')
  for (let row = 3; row <= 30; row++) await page.keyboard.press('j')
  await expect.poll(focused).toBe('30')
  await page.keyboard.press('k')
  await expect.poll(focused).toBe('29')
  const isSeen = () =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
      return top >= 0 && bottom <= innerHeight
    })
  expect(await isSeen()).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/demo\/tx\/0x/)
})

test('the question mark lists the shortcuts, and Escape closes the list', async ({ page, demo }) => {
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('banner').getByRole('combobox', { name: 'Search' }))
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog).toContainText('Next and previous row')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the command palette opens a page by its name, and an address', async ({ page, demo }) => {
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('banner').getByRole('combobox', { name: 'Search' }))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('burns')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/erc20/burns`)
  await page.keyboard.press('.')
  await page.getByRole('dialog').getByRole('combobox').fill(demoLedger.busiestWallet)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/address/${demoLedger.busiestWallet}`)
})

test('y copies the link to the view, c the address on the page', async ({ page, demo }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.url })
  await page.goto(`${demo.url}/demo/token/${lanterns}/transfers?token_id=1`)
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('y')
  await expect.poll(copied).toBe(`${demo.url}/demo/token/${lanterns}/transfers?token_id=1`)
  await expect(page.getByText('Link copied')).toBeVisible()
  await page.keyboard.press('c')
  await expect.poll(copied).toBe(lanterns)
})
