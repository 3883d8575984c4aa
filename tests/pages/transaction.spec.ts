import { expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const pathOf = (hash: string) => `/demo/tx/${hash}`

test('from a transaction one copies a value in full, finds it elsewhere, and goes to its neighbours and to the proving log', async ({
  page,
  context,
  demo,
}) => {
  const url = demo.url + pathOf(demoLedger.nestedCalls)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(url)

  await test.step('the copy button copies the full value, not the shortened one', async () => {
    await page.getByRole('button', { name: 'Copy transaction hash' }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(demoLedger.nestedCalls)
  })

  await test.step('a hovered value is highlighted wherever else it appears', async () => {
    await page.setViewportSize({ width: 1_280, height: 720 })
    const links = page.locator('main a[href$="/address/0xd3a01ed4e1d0554a179daebf95508b668767d441"]')
    await untilInteractive(page.getByRole('tab', { name: 'Raw' }))
    await links.first().hover()
    await expect(page.locator('[data-marked]')).toHaveCount(await links.count())
    await page.mouse.move(2, 2)
    await expect(page.locator('[data-marked]')).toHaveCount(0)
  })

  await test.step('the previous and next transaction of the block are one key away', async () => {
    const next = page.getByRole('link', { name: 'Next transaction of the block' })
    const href = await next.getAttribute('href')
    await untilInteractive(next)
    await page.keyboard.press(']')
    await expect(page).toHaveURL(demo.url + href)
    await page.getByRole('link', { name: 'Previous transaction of the block' }).click()
    await expect(page).toHaveURL(url)
  })

  await test.step('the verb of the summary leads to the log that proves it', async () => {
    await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'bought' }).click()
    await expect(page).toHaveURL(`${url}/logs#log-5`)
    await expect(page.locator('#log-5')).toBeInViewport()
  })
})

test('calldata is shown decoded, raw and as text, by mouse and by arrow keys; integers in every format', async ({
  page,
  demo,
}) => {
  await page.goto(demo.url + pathOf(demoLedger.tokenTransfer))
  const decoded = page.getByRole('tab', { name: 'Decoded' })
  await untilInteractive(decoded)
  await expect(page.getByRole('tabpanel', { name: 'Decoded' })).toContainText('1.07 HBR')
  await page.getByRole('button', { name: /^Shown as amount/ }).click()
  await expect(page.getByRole('tabpanel', { name: 'Decoded' })).toContainText('1070000000000000000')
  await page.getByRole('button', { name: /^Shown as raw/ }).click()
  await page.getByRole('button', { name: /^Shown as grouped/ }).click()
  await page.getByRole('button', { name: /^Shown as ÷ 10⁹/ }).click()
  await expect(page.getByRole('tabpanel', { name: 'Decoded' })).toContainText('1.07')
  await decoded.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Raw' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Raw' })).toContainText('0xa9059cbb')
})
