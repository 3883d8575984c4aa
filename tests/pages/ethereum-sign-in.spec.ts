import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from './browser-test.ts'
import { installEvmWallet } from './evm-wallet.ts'

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** What a wallet with these keys answers when it is asked to sign. */
const signedBy =
  (...accounts: readonly ReturnType<typeof newAccount>[]) =>
  async (_: string, [text, address]: readonly unknown[] = []) => {
    const account = accounts.find((each) => each.address.toLowerCase() === String(address).toLowerCase())
    if (!account) throw new Error('The wallet has no such account.')
    return await account.signMessage({ message: { raw: String(text) as `0x${string}` } })
  }

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
const openKind = async (page: Page, url: string, next = '/account') => {
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByRole('button', { name: 'Ethereum wallet' }).click()
}

test('an account signs in with the keyboard, returns to its page and has an account page', async ({
  page,
  context,
  demo,
}) => {
  const account = newAccount()
  await installEvmWallet(context, signedBy(account), { account: account.address, chainId: '0x1' })
  await page.goto(`${demo.url}/sign-in?next=%2Fdemo%2Fblock%2F25`)
  await page.getByRole('button', { name: 'Ethereum wallet' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test wallet is connected as')).toBeVisible()
  // The wallet is on another chain, which is fine for a key.
  await expect(page.getByText('(chain id 1) is not served here')).toBeVisible()
  await signInButton(page).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/demo/block/25')
  await page.goto(`${demo.url}/account`)
  const main = page.getByRole('main')
  await expect(main.getByText(account.address.toLowerCase())).toBeVisible()
  await expect(main.getByRole('list', { name: 'Sessions' })).toContainText('Demo')
  expect(await page.evaluate(() => document.cookie)).not.toContain('account')
})

test('no wallet code is loaded before a kind is chosen, and then not that of the other', async ({
  page,
  context,
  demo,
}) => {
  const account = newAccount()
  const wallet = await installEvmWallet(context, signedBy(account), { account: account.address })
  const scripts: string[] = []
  const reading: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') reading.push(response.text().then((text) => scripts.push(text)))
  })
  const has = async (part: string) => {
    await Promise.all(reading)
    return scripts.some((text) => text.includes(part))
  }
  await page.goto(`${demo.url}/sign-in`, { waitUntil: 'networkidle' })
  expect(await has('personal_sign')).toBe(false)
  expect(wallet.asked()).toEqual([])
  await page.getByRole('button', { name: 'Ethereum wallet' }).click()
  await expect(signInButton(page)).toBeVisible()
  expect(await has('personal_sign')).toBe(true)
  expect(await has('aptos:signMessage')).toBe(false)
})

test('without a wallet the page says so, on a phone too', async ({ page, demo }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openKind(page, demo.url)
  await expect(page.getByRole('alert').getByText('No wallet found.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('rejecting shows a message at each step, and the next attempt works', async ({ page, context, demo }) => {
  const account = newAccount()
  const wallet = await installEvmWallet(context, signedBy(account), { account: account.address, rejects: true })
  await openKind(page, demo.url)
  await expect(page.getByRole('alert').getByText('You rejected the request in the wallet.')).toBeVisible()
  await wallet.set({ rejects: false })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(signInButton(page)).toBeVisible()
  await wallet.set({ rejects: true })
  await signInButton(page).click()
  await expect(page.getByRole('alert').getByText('The wallet rejected the request')).toBeVisible()
  expect(await (await page.request.get(`${demo.url}/api/session/me`)).json()).toEqual({ account: null })
  await wallet.set({ rejects: false })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
})

test('another account during a request ends the attempt, a late signature expires, and a wrong one is refused', async ({
  page,
  context,
  demo,
  watch,
}) => {
  watch.allow(400)
  await page.clock.install()
  const [account, other, stranger] = [newAccount(), newAccount(), newAccount()]
  let signers = [account, other]
  const sign: ReturnType<typeof signedBy> = (method, parameters) => signedBy(...signers)(method, parameters)
  const wallet = await installEvmWallet(context, sign, { account: account.address })
  await openKind(page, demo.url)
  await page.clock.fastForward(1_000)
  // The wallet holds the signature, not the connection.
  await expect(signInButton(page)).toBeVisible()
  await wallet.set({ holds: true })
  await signInButton(page).click()
  await expect(page.getByText('exactly this message')).toBeVisible()
  await expect(page.getByText('wants you to sign in with your Ethereum account')).toBeVisible()
  await wallet.set({ account: other.address }, page)
  await expect(page.getByRole('alert').getByText('The wallet account changed')).toBeVisible()

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('exactly this message')).toBeVisible()
  await page.clock.fastForward('02:01')
  await expect(page.getByRole('alert').getByText('The message has expired')).toBeVisible()

  // A wallet that signs with a key that is not the account's.
  await wallet.set({ holds: false })
  signers = [{ ...stranger, address: other.address }]
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert').getByText('The signature was not accepted')).toBeVisible()
  signers = [other]
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
  await expect(page.getByRole('main').getByText(other.address.toLowerCase())).toBeVisible()
})
