import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const { lanterns } = demoLedger

test('in a list y copies the link to the view and c its address, j and k move along the rows, and Enter opens one', async ({
  page,
  demo,
}) => {
  const view = `${demo.url}/demo/token/${lanterns}/transfers?from_block=1`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.url })
  await page.goto(view)
  await untilInteractive(page.getByRole('button', { name: 'Copy address' }).first())
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('y')
  await expect.poll(copied).toBe(view)
  await expect(page.getByText('Link copied')).toBeVisible()
  await page.keyboard.press('c')
  await expect.poll(copied).toBe(lanterns)

  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex'))
  await page.keyboard.press('j')
  await expect.poll(focused).toBe('2')
  for (let row = 3; row <= 20; row++) await page.keyboard.press('j')
  await expect.poll(focused).toBe('20')
  await page.keyboard.press('k')
  await expect.poll(focused).toBe('19')
  const isSeen = () =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
      return top >= 0 && bottom <= innerHeight
    })
  expect(await isSeen()).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/demo\/tx\/0x/)
})

test('the question mark lists the shortcuts, and the command palette opens a page by its name, and an address', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/status`)
  await untilInteractive(page.getByRole('banner').getByRole('combobox', { name: 'Search' }))
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog).toContainText('Next and previous row')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // While one types, they are letters.
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await field.pressSequentially('j?.yc')
  await expect(field).toHaveValue('j?.yc')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field.blur()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('burns')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/erc20/burns`)
  await page.keyboard.press('.')
  await page.getByRole('dialog').getByRole('combobox').fill(demoLedger.busiestWallet)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.url}/demo/address/${demoLedger.busiestWallet}`)
})

test('the brackets open the previous and next block, as the buttons do', async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/block/${demoLedger.block}`)
  await untilInteractive(page.getByRole('link', { name: 'Next block' }))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(`${demo.url}/demo/block/26`)
  await expect(page.getByRole('heading', { name: 'Block 26' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { name: 'Block 25' })).toBeVisible()
  await page.getByRole('link', { name: 'Previous block' }).click()
  await expect(page.getByRole('heading', { name: 'Block 24' })).toBeVisible()
})

test('the brackets open the previous and next token of a collection', { tag: '@full' }, async ({ page, demo }) => {
  await page.goto(`${demo.url}/demo/nft/${lanterns}/2`)
  await untilInteractive(page.getByRole('button', { name: 'Refresh' }))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(`${demo.url}/demo/nft/${lanterns}/3`)
  await page.keyboard.press('[')
  await expect(page).toHaveURL(`${demo.url}/demo/nft/${lanterns}/2`)
})
