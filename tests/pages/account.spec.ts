import type { Page } from '@playwright/test'
import { accountKinds } from '#tests/account/accounts.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilInteractive } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'
import { signInBehind } from './signed-in.ts'

/** Someone new, on the account page. */
const openAccount = async (page: Page, url: string, account = accountKinds.Ed25519()) => {
  await signInBehind(page.context(), url, account)
  await page.goto(`${url}/account`)
  return account
}

const openNote = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Label or watch' })
  await untilInteractive(button)
  await button.click()
}

test('a key is shown once, works, shows its usage, and is refused on the first request after it was revoked', async ({
  page,
  demo,
}) => {
  await openAccount(page, demo.url)
  await page.getByLabel('Name').fill('My indexer')
  await page.getByLabel('Requests per second').fill('5')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.locator('[data-new-key]').innerText()
  const ask = () => fetch(`${demo.url}/api/v2/block/25/nft/transfers?chain=demo`, { headers: { 'x-api-key': key } })
  expect((await ask()).status).toBe(200)

  await page.reload()
  await expect(page.getByText('My indexer', { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(key)
  const use = page.getByRole('button', { name: 'Use', exact: true })
  await untilInteractive(use)
  await use.click()
  await expect(page.getByText('1 request', { exact: true })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('region', { name: 'Usage over time' }).getByRole('table')).toBeVisible()

  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await ask()).status).toBe(401)
})

test('a label follows the account to another browser, and is visible to no one else', { tag: '@full' }, async ({
  page,
  context,
  browser,
  demo,
}) => {
  await signInBehind(context, demo.url)
  const wallet = `${demo.url}/demo/address/${demoLedger.busiestWallet}`
  await page.goto(wallet)
  await openNote(page)
  await page.getByLabel('Private label').fill('The <b>busiest</b> one')
  await page.getByLabel('On the watch list').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The <b>busiest</b> one')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The <b>busiest</b> one')).toBeVisible()
  await expect(page.getByText('Watched')).toBeVisible()

  await page.goto(`${demo.url}/aptos/collection/${aptosNfts.lights}`)
  await openNote(page)
  await page.getByLabel('Private label').fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mine')).toBeVisible()
  await page.goto(`${demo.url}/account`)
  await page.locator(`main a[href="/aptos/collection/${aptosNfts.lights}"]`).click()
  await expect(page).toHaveURL(`${demo.url}/aptos/collection/${aptosNfts.lights}`)

  const stranger = await browser.newPage()
  await stranger.goto(wallet)
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger.getByText('busiest')).toHaveCount(0)
  await expect(stranger.getByRole('button', { name: 'Label or watch' })).toHaveCount(0)
  await stranger.close()

  await page.goto(`${demo.url}/account`)
  const notes = page.getByRole('list', { name: 'Labels and watch list' })
  await expect(notes.getByRole('listitem')).toHaveCount(2)
  await notes.getByRole('button', { name: 'Remove' }).first().click()
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await notes.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No labels yet')).toBeVisible()
})

test('signing out ends this session; signing out everywhere ends a copied cookie too', async ({
  page,
  context,
  demo,
}) => {
  await openAccount(page, demo.url)
  const cookies = await context.cookies()
  const session = cookies.find(({ name }) => name.includes('spyglass-account'))
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const me = async () => {
    const headers = { cookie: `${session?.name}=${session?.value}` }
    return (await (await fetch(`${demo.url}/api/session/me`, { headers })).json()).account
  }
  expect(await me()).not.toBeNull()
  await page.getByRole('banner').locator('summary', { hasText: 'Signed in as' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).locator('visible=true').click()
  await expect(page.getByText('You are not signed in')).toBeVisible()
  expect(await me()).toBeNull()
})

test('a key restricted to EVM data is refused elsewhere; the page has no accessibility violations', async ({
  page,
  demo,
}) => {
  await openAccount(page, demo.url)
  await page.getByLabel('Name').fill('Reader')
  for (const scope of ['Aptos data', 'Exports', 'Sign-in']) await page.getByRole('checkbox', { name: scope }).uncheck()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.locator('[data-new-key]').innerText()
  await expect(page.getByText('only EVM data')).toBeVisible()
  const statusOf = async (path: string) => (await fetch(`${demo.url}${path}`, { headers: { 'x-api-key': key } })).status
  expect(await statusOf('/api/v2/block/25/nft/transfers?chain=demo')).toBe(200)
  expect(await statusOf('/api/export/csv/v2/block/25/nft/transfers?chain=demo')).toBe(403)
  expect(await statusOf('/api/aptos/blocks/1')).toBe(403)
  expect(await axeViolations(page)).toEqual([])
})

test('another browser is listed, and can be signed out from here', { tag: '@full' }, async ({
  page,
  browser,
  demo,
}) => {
  const account = accountKinds.Ed25519()
  const elsewhere = await browser.newContext()
  await signInBehind(elsewhere, demo.url, account)
  await openAccount(page, demo.url, account)
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This browser')).toHaveCount(1)
  const signOut = sessions.getByRole('button', { name: /^Sign out/ })
  await untilInteractive(signOut)
  await signOut.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const me = await elsewhere.request.get(`${demo.url}/api/session/me`)
  expect(await me.json()).toEqual({ account: null })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Activity' }).getByText('Signed out another browser')).toBeVisible()
  await elsewhere.close()
})

test('all data can be exported, and deleted after a typed confirmation', async ({ page, demo }) => {
  const { address } = await openAccount(page, demo.url)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('spyglass-account.json')
  await page.getByText('Delete everything …').click()
  const remove = page.getByRole('button', { name: 'Delete everything' })
  await expect(remove).toBeDisabled()
  await page.getByLabel(/to confirm/).fill('delete everything')
  await remove.click()
  await page.waitForURL(`${demo.url}/`)
  await expect(page.getByRole('banner').getByText(address.slice(0, 6))).toHaveCount(0)
})
