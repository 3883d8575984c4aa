import type { Page } from '@playwright/test'
import { type HtmlPage, readPage } from '#tests/html/html-page.ts'
import { type HostedKind, hostedHash, startHostedChains } from '#tests/support/hosted-chains.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { isFull } from '#tests/support/tier.ts'
import { axeViolations } from './axe-violations.ts'
import { apiTest, expect, test, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'
import { loadToEnd, scrollThrough } from './scroll-list.ts'

/*
 * A hosted service of which one chain answers, one fails and one hangs, until a test lets it go.
 */
const now = 1_760_000_000
const every = (seconds: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => now - from - place * seconds)
const ledgers = {
  eth: { seconds: every(600, 130), conduct: 'answers' as const },
  polygon: { seconds: every(1_000, 40, 50), conduct: 'fails' as const },
  bsc: { seconds: every(700, 60, 90), conduct: 'hangs' as const },
  fantom: { seconds: every(5_000, 30, 10), conduct: 'answers' as const },
}
type ChainName = keyof typeof ledgers
/** Links of all transactions of these chains, by a plain sort: the chains stand in the order in which they are served. */
const sortedPaths = (...chains: ChainName[]): string[] => sortedOf('transactions', ...chains)
const sortedOf = (kind: HostedKind, ...chains: ChainName[]): string[] =>
  chains
    .flatMap((chain) => ledgers[chain].seconds.map((second, place) => ({ chain, second, place })))
    .sort((a, b) => b.second - a.second || chains.indexOf(a.chain) - chains.indexOf(b.chain))
    .map(({ chain, place }) => `/${chain}/tx/${hostedHash(chain, place, kind)}`)

let upstream: Awaited<ReturnType<typeof startHostedChains>>
let server: RunningSpyglass
const wallet = demoLedger.busiestWallet
const path = `/wallet/${wallet}`

test.beforeAll(async () => {
  upstream = await startHostedChains(structuredClone(ledgers))
  server = await startSpyglass({ EVM_BASE_URL: upstream.baseUrl, UPSTREAM_API_KEY: 'hosted-key-0123456789' })
})
test.afterAll(async () => {
  await server.stop()
  await upstream.close()
})
test.beforeEach(() => {
  for (const [chain, { conduct }] of Object.entries(ledgers)) upstream.become(chain, conduct)
})

const toggle = (page: Page, name: string) => page.getByRole('group', { name: 'Chains' }).getByRole('button', { name })
const firstLinks = (page: Page, count: number) =>
  page
    .locator('[role=row] a[href*="/tx/"]')
    .evaluateAll((links, most) => links.slice(0, most).map((link) => link.getAttribute('href')), count)
const linksOf = ({ $ }: HtmlPage): (string | undefined)[] =>
  $('[role=row] a[href*="/tx/"]')
    .toArray()
    .map((link) => $(link).attr('href'))
/**
 * What the server sends with a page: it waits 0.7 s for the chains, and leaves later rows to the browser. On a busy machine that may be the
 * first ones, too.
 */
const sentWith = (url: string, read: (page: HtmlPage) => unknown) => expect.poll(async () => read(await readPage(url)))
/** Every transaction that the list shows from its top to its end. */
const allPaths = async (page: Page): Promise<string[]> => {
  await loadToEnd(page)
  return (await scrollThrough(page, '/')).hrefs.filter((href) => href.includes('/tx/'))
}

test('a hanging and a failing chain delay no other; their rows are inserted when they arrive', async ({
  page,
  watch,
}) => {
  watch.allow(400)
  await sentWith(`${server.url}${path}?chains=eth,polygon,bsc`, linksOf).toContain(sortedPaths('eth')[0])

  await page.goto(`${server.url}${path}?chains=eth,polygon,bsc`)
  await expect.poll(() => firstLinks(page, 20)).toEqual(sortedPaths('eth').slice(0, 20))
  await expect(page.getByRole('alert').filter({ hasText: 'Polygon could not be loaded' })).toBeVisible()
  await expect(page.getByText('Still waiting for BNB Smart Chain')).toBeVisible()
  await expect(toggle(page, 'BNB Smart Chain')).toContainText('still waiting')

  upstream.become('polygon', 'answers')
  await page.getByRole('button', { name: 'Try again with Polygon' }).click()
  await expect(toggle(page, 'Polygon')).not.toContainText('failed')
  await expect.poll(() => firstLinks(page, 20)).toEqual(sortedPaths('eth', 'polygon').slice(0, 20))

  upstream.become('bsc', 'answers')
  const show = page.getByRole('button', { name: 'Show 25 of BNB Smart Chain' })
  await expect(show).toBeVisible()
  expect(await firstLinks(page, 20), 'nothing moves by itself').toEqual(sortedPaths('eth', 'polygon').slice(0, 20))
  await show.click()
  await expect(show).toHaveCount(0)
  expect(await firstLinks(page, 20)).toEqual(sortedPaths('eth', 'polygon', 'bsc').slice(0, 20))
  expect(await allPaths(page)).toEqual(sortedPaths('eth', 'polygon', 'bsc'))
})

test('a list without a failed chain does not claim to be complete', async ({ page, watch }) => {
  watch.allow(400)
  await page.goto(`${server.url}${path}?chains=polygon,fantom`)
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText('30 transactions so far, not including Polygon.')).toBeVisible({ timeout: 200 })
  }).toPass()
})

test('chains are selected by keyboard and kept in the URL through Back, filters, a reload and a fragment', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(`${server.url}${path}?chains=eth,fantom`)
  await untilInteractive(toggle(page, 'Fantom'))
  await toggle(page, 'Ethereum').focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(`${server.url}${path}?chains=fantom`)
  await expect(toggle(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'false')
  await expect(toggle(page, 'Fantom')).toBeDisabled()
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedPaths('fantom').slice(0, 12))
  await page.locator('[role=row] a[href^="/fantom/address/"]').first().click()
  await expect(page).toHaveURL(/\/fantom\/address\//)
  await page.goBack()
  await expect(page).toHaveURL(`${server.url}${path}?chains=fantom`)
  await expect(toggle(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'false')
  await toggle(page, 'Ethereum').click()
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedPaths('eth', 'fantom').slice(0, 12))
  await toggle(page, 'Ethereum').click()
  await page.getByText('Filter by time').click()
  await page.getByLabel('To time (UTC)').fill(new Date((now - 20_000) * 1_000).toISOString().slice(0, 19))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/chains=fantom/)
  await expect(page).toHaveURL(/to_date=/)
  const older = sortedPaths('fantom').slice(4)
  await expect.poll(() => firstLinks(page, 12)).toEqual(older.slice(0, 12))
  await page.reload()
  expect(await allPaths(page)).toEqual(older)

  // A fragment that is followed keeps the page and its selection.
  await toggle(page, 'Ethereum').click()
  await expect(toggle(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/chains=eth(,|%2C)fantom&.*#content$/)
  await expect(toggle(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('the position is in the URL, and Back from a transaction returns to it', async ({ page }) => {
  await page.goto(`${server.url}${path}?chains=eth,fantom`)
  await expect(page.locator('[role=row]').nth(5)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 1_800))
  await expect(page).toHaveURL(/to_date=/)
  const link = page.locator('[role=row][aria-rowindex="45"] a[href*="/tx/"]')
  const href = await link.getAttribute('href')
  await page.locator('[role=row][aria-rowindex="45"]').getByRole('link').first().focus()
  const place = page.url()
  await page.locator('[role=row][aria-rowindex="45"] a[href*="/address/"]').first().click()
  await expect(page).toHaveURL(/\/address\//)
  await page.goBack()
  await expect(page.locator(`[role=row] a[href="${href}"]`)).toBeInViewport()

  const second = Date.parse(new URL(place).searchParams.get('to_date') ?? '') / 1_000
  const all = ['eth', 'fantom'] as const
  const expected = all
    .flatMap((chain) =>
      ledgers[chain].seconds.map((at, order) => ({ at, path: `/${chain}/tx/${hostedHash(chain, order)}` })),
    )
    .find(({ at }) => at === second)
  await sentWith(place, (sent) => linksOf(sent)[0]).toBe(expected?.path)
  expect((await readPage(place)).texts('main a')).toContain('Newer rows above')
})

const kindTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Wallet on all chains' }).getByRole('link', { name })

test('methods get their names later; ERC20 and NFT transfers are timelines with the same chains; Back returns to each', {
  tag: '@full',
}, async ({ page }) => {
  // A hosted chain is not asked for names before the page.
  await sentWith(`${server.url}${path}?chains=eth,fantom`, ({ html }) => html).toContain('0xa9059cbb')
  await page.goto(`${server.url}${path}?chains=eth,fantom`)
  for (const name of ['Ethereum', 'Fantom']) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(row.first()).toContainText('transfer')
  }
  await untilInteractive(toggle(page, 'Fantom'))
  await toggle(page, 'Ethereum').click()
  await kindTab(page, 'ERC20 transfers').click()
  await expect(page).toHaveURL(`${server.url}${path}/erc20?chains=fantom`)
  await expect(kindTab(page, 'ERC20 transfers')).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedOf('erc20', 'fantom').slice(0, 12))
  await toggle(page, 'Ethereum').click()
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedOf('erc20', 'eth', 'fantom').slice(0, 12))
  await kindTab(page, 'NFT transfers').click()
  await expect(page).toHaveURL(`${server.url}${path}/nft-transfers?chains=eth%2Cfantom`)
  await expect.poll(() => firstLinks(page, 20)).toEqual(sortedOf('nft', 'eth', 'fantom').slice(0, 20))
  // Transactions are read to the last in the first test.
  if (isFull) expect(await allPaths(page)).toEqual(sortedOf('nft', 'eth', 'fantom'))
  await page.goBack()
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedOf('erc20', 'eth', 'fantom').slice(0, 12))
  await page.goBack()
  await expect(page).toHaveURL(`${server.url}${path}?chains=fantom`)
  await expect(toggle(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => firstLinks(page, 12)).toEqual(sortedPaths('fantom').slice(0, 12))
})

apiTest('ERC20 transfers up to a time are found if the source does not support times', async () => {
  const until = new Date((now - 60_000) * 1_000).toISOString()
  const url = `${server.url}${path}/erc20?chains=eth,fantom&to_date=${until}`
  const older = sortedOf('erc20', 'eth', 'fantom').filter((href) => {
    const [, chain, , hash] = href.split('/') as [string, ChainName, string, string]
    return (ledgers[chain].seconds[Number(BigInt(`0x${hash.slice(-24)}`))] ?? 0) <= now - 60_000
  })
  await sentWith(url, (page) => linksOf(page).slice(0, 12)).toEqual(older.slice(0, 12))
  expect((await readPage(url)).texts('main a')).toContain('Newer rows above')
})

apiTest('page data has the newest rows of all chains, and the status of each', async () => {
  const links = (rows: { chain: string; hash?: string; transaction_hash?: string }[]) =>
    rows.map(({ chain, hash, transaction_hash }) => `/${chain}/tx/${hash ?? transaction_hash}`)
  for (const [kind, page] of [
    ['transactions', ''],
    ['erc20', '/erc20'],
    ['nft', '/nft-transfers'],
  ] as const) {
    const address = (format: string) => `${server.url}${path}${page}.${format}?chains=eth,polygon,bsc,fantom&limit=30`
    const read = async () => await (await fetch(address('json'))).json()
    // The chain that hangs holds up nobody. A busy machine may be late with others, too.
    await expect.poll(async () => links((await read()).rows)).toEqual(sortedOf(kind, 'eth', 'fantom').slice(0, 30))
    const { facts, data } = await read()
    expect(facts).toEqual({
      Ethereum: 'loaded: 30 rows, more follow',
      Polygon: expect.stringMatching(/^failed: ./),
      'BNB Smart Chain': 'missing: No response within 0.7 s.',
      Fantom: 'loaded: 30 rows',
    })
    const part = Object.entries(data).find(([name]) => name.endsWith(' bsc')) as [string, { error: { code: string } }]
    expect(part[1].error.code).toBe('upstream_timeout')
  }
  const csv = await (await fetch(`${server.url}${path}.csv?chains=eth,fantom&limit=10`)).text()
  expect(csv).toMatch(/^\ufeff?chain,hash,/)
  expect(csv.trim().split('\n')).toHaveLength(11)
  const markdown = await (await fetch(`${server.url}${path}.md?chains=eth,polygon&limit=10`)).text()
  expect(markdown).toContain('10 rows.')
  expect(markdown).toContain('without Polygon')
  const refused = await fetch(`${server.url}${path}/erc20.json?to_date=yesterdayish`)
  expect(refused.status).toBe(400)
})

apiTest('an invalid time is reported at its field; a wallet without activity is reported as such', async () => {
  const invalid = await readPage(`${server.url}${path}?chains=eth&from_date=yesterdayish`)
  expect(invalid.texts('main [role=alert]')).not.toEqual([])
  expect(invalid.$('input[name="from_date"]').attr('aria-invalid')).toBe('true')
  await sentWith(`${server.url}${path}?chains=palm,cronos`, ({ main }) => main).toContain(
    'This wallet has sent or received nothing on these 2 chains',
  )
  expect((await readPage(`${server.url}/wallet/0x12`)).status).toBe(404)
})

test('the notice of a chain still loading fits a phone and has no axe violations', { tag: '@full' }, async ({
  page,
  watch,
}) => {
  watch.allow(400)
  // The chain that hangs, once the gateway's own limit has passed.
  watch.allow(504)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  // Callers that ask the same share the answer that is on its way: it ends here.
  upstream.become('bsc', 'answers')
  upstream.become('bsc', 'hangs')
  await page.goto(`${server.url}${path}?chains=eth,polygon,bsc`)
  await expect(page.getByText('Still waiting for BNB Smart Chain')).toBeVisible()
  expect(await axeViolations(page, { part: 'main' })).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

apiTest(
  'internal transfers are listed where they are traced, and said to be missing where they are not',
  async ({ demo }) => {
    const splitter = '0x1071c3e406f513af142d6f98b7e63ba4018318a6'
    const ofChain = await (await fetch(`${demo.url}/demo/address/${splitter}/internal.json?limit=20`)).json()
    await sentWith(`${demo.url}/wallet/${splitter}/internal`, (page) => linksOf(page).slice(0, 20)).toEqual(
      ofChain.data.evmInternalTransfers.answer.result
        .flatMap(({ transaction_hash: hash }: { transaction_hash: string }) => [
          `/demo/tx/${hash}`,
          `/demo/tx/${hash}/internal`,
        ])
        .slice(0, 20),
    )
    const missing = await readPage(`${server.url}${path}/internal`)
    expect(missing.main).toContain('Internal transfers are not indexed here')
  },
)
