import type { Page } from '@playwright/test'
import { accountKinds } from '#tests/account/accounts.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { expect, test } from './browser-test.ts'
import { installTestWallet } from './test-wallet.ts'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** From the page to a connected wallet. */
const connect = async (page: Page, url: string, next = '/account') => {
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByRole('button', { name: 'Aptos wallet' }).click()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await expect(signInButton(page)).toBeVisible()
}

// That the server verifies every kind is in tests/account.
for (const [kind, make] of sample(Object.entries(accountKinds), 1, ([kind]) => kind))
  test(`an account of kind ${kind} signs in with the real adapter and returns to its page`, async ({
    page,
    context,
    demo,
  }) => {
    const account = make()
    await installTestWallet(context, [account])
    await connect(page, demo.url, '/demo/block/25')
    await signInButton(page).click()
    await page.waitForURL('**/demo/block/25')
    await page.goto(`${demo.url}/account`)
    await expect(page.getByRole('main').getByText(account.address)).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).not.toContain('account')
  })

test('no wallet code is loaded before the user connects', async ({ page, context, demo }) => {
  await installTestWallet(context, [accountKinds.Ed25519()])
  const scripts: { url: string; bytes: number; text: string }[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const read = async () => {
      const { responseBodySize: bytes } = await response.request().sizes()
      scripts.push({ url: response.url(), bytes, text: await response.text() })
    }
    reading.push(read())
  })
  const total = async () => {
    await Promise.all(reading)
    return scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  await page.goto(`${demo.url}/sign-in`, { waitUntil: 'networkidle' })
  const before = await total()
  expect(scripts.filter(({ text }) => /wallet-standard|aptos:signMessage/.test(text)).map(({ url }) => url)).toEqual([])
  expect(before).toBeLessThanOrEqual(170_000)

  await page.getByRole('button', { name: 'Aptos wallet' }).click()
  await page.getByRole('button', { name: 'Test wallet' }).waitFor()
  const after = await total()
  expect(after).toBeGreaterThan(before)
})

test('without a wallet the page says so and links to some, and one that arrives late is listed', async ({
  page,
  context,
  demo,
}) => {
  await page.goto(`${demo.url}/sign-in`)
  await page.getByRole('button', { name: 'Aptos wallet' }).click()
  await expect(page.getByText('No Aptos wallet was found in this browser.')).toBeVisible()
  const links = page.getByRole('list', { name: 'Wallets to install' }).getByRole('link')
  await expect.poll(() => links.count()).toBeGreaterThan(2)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', /^https:/)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  }
  await installTestWallet(context, [accountKinds.Ed25519()])
  await page.reload()
  await page.getByRole('button', { name: 'Aptos wallet' }).click()
  await expect(page.getByRole('button', { name: 'Test wallet' })).toBeVisible()
})

const refusals = [
  ['reject', 'The wallet rejected the request'],
  ['close', 'The wallet was closed'],
] as const

test('connecting and signing: rejecting and closing show a message, and the next attempt works', async ({
  page,
  context,
  demo,
}) => {
  const wallet = await installTestWallet(context, [accountKinds.Ed25519()])
  await page.goto(`${demo.url}/sign-in?next=%2Faccount`)
  await page.getByRole('button', { name: 'Aptos wallet' }).click()
  for (const [decision, title] of refusals) {
    await wallet.set(page, { decision })
    await page.getByRole('button', { name: 'Test wallet' }).click()
    await expect(page.getByRole('alert').getByText(title)).toBeVisible()
  }
  await wallet.set(page, { decision: 'approve' })
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await expect(signInButton(page)).toBeVisible()

  for (const [index, [decision, title]] of refusals.entries()) {
    await wallet.set(page, { decision })
    await (index === 0 ? signInButton(page) : page.getByRole('button', { name: 'Try again' })).click()
    await expect(page.getByRole('alert').getByText(title)).toBeVisible()
    expect(await (await page.request.get(`${demo.url}/api/session/me`)).json()).toEqual({ account: null })
  }
  await wallet.set(page, { decision: 'approve' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
})

test('changing the account or network during a request ends the attempt, and a late response is dropped', async ({
  page,
  context,
  demo,
}) => {
  const wallet = await installTestWallet(context, [accountKinds.Ed25519(), accountKinds.Ed25519()])
  await connect(page, demo.url)
  await wallet.set(page, { decision: 'hold' })
  await signInButton(page).click()
  await expect(page.getByText('exactly this message')).toBeVisible()
  await wallet.set(page, { account: 1 })
  await expect(page.getByRole('alert').getByText('The wallet account changed')).toBeVisible()

  await wallet.set(page, { chainId: 2 })
  await expect(page.getByRole('alert').getByText('Please switch the network in the wallet')).toBeVisible()
  await wallet.set(page, { chainId: 1, decision: 'approve' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
})

test('a message that is not signed in time expires, and the next one is new', async ({ page, context, demo }) => {
  await page.clock.install()
  const wallet = await installTestWallet(context, [accountKinds.Ed25519()])
  await connect(page, demo.url)
  await wallet.set(page, { decision: 'hold' })
  await signInButton(page).click()
  await expect(page.getByText('exactly this message')).toBeVisible()
  await page.clock.fastForward('02:01')
  await expect(page.getByRole('alert').getByText('The message has expired')).toBeVisible()
  await wallet.set(page, { decision: 'approve' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/account')
})

test('the return path stays on this site', async ({ page, context, demo }) => {
  await installTestWallet(context, [accountKinds.Ed25519()])
  // What counts as a path of this site: tests/account/account-handler.test.ts.
  for (const next of sample(
    ['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'],
    1,
  )) {
    await connect(page, demo.url, next)
    await signInButton(page).click()
    await page.waitForURL(`${demo.url}/`)
  }
})

// By the server alone: tests/account/restarts.test.ts.
if (isFull)
  test('a message requested before a restart can be signed after it', async ({ page, context, watch, stopLater }) => {
    const folder = test.info().outputPath('ledger.db')
    const environment = { DATABASE_URL: `sqlite:${folder}` }
    const first = await startSpyglass(environment)
    const { port } = new URL(first.url)
    const account = accountKinds.Ed25519()
    const wallet = await installTestWallet(context, [account])
    await connect(page, first.url)
    await wallet.set(page, { decision: 'hold' })
    // The wallet answers only when told to, after the server came back.
    await page.evaluate(() => {
      const sign = window.testWalletSign
      window.testWalletSign = async (index, text) => {
        await new Promise<void>((done) => window.addEventListener('sign-now', () => done(), { once: true }))
        return sign(index, text)
      }
    })
    await wallet.set(page, { decision: 'approve' })
    await signInButton(page).click()
    await expect(page.getByText('exactly this message')).toBeVisible()
    watch.allowUnreachable()
    await first.stop()
    const second = await startSpyglass({ ...environment, PORT: port })
    stopLater(second)
    await page.evaluate(() => window.dispatchEvent(new Event('sign-now')))
    await page.waitForURL('**/account')
    await expect(page.getByRole('main').getByText(account.address)).toBeVisible()
    expect(watch.faults()).toEqual([])
  })
