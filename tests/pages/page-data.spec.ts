import Papa from 'papaparse'
import { dataPages } from '#tests/support/every-page.ts'
import { demoKey, expect, apiTest as test } from './browser-test.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const addressOf = (path: string, format: string): string => {
  const [stem = '', query] = path.split('?')
  return `${stem === '/' ? '/index' : stem}.${format}${query ? `?${query}` : ''}`
}
const get = fetch
const tagsOf = (html: string) =>
  new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  )

test('every page with data is available as JSON, CSV and Markdown under its own URL', async ({ demo }) => {
  for (const path of dataPages()) {
    const json = await get(demo.url + addressOf(path, 'json'))
    expect.soft(json.status, path).toBe(200)
    const { summary, data, links } = await json.json()
    expect.soft(summary, path).toMatch(/\.$/)
    for (const [name, part] of Object.entries(data) as [string, { request: string; error?: unknown }][]) {
      expect.soft(part.error, `${path} ${name}`).toBeUndefined()
      expect.soft(part.request, path).toMatch(/^\/api\//)
    }
    expect.soft(links.page, path).toBe(path)
    const html = await (await fetch(demo.url + path)).text()
    const picture = `${demo.url}${addressOf(path, 'png')}`.replaceAll('&', '&amp;')
    expect.soft(html.includes(`<meta property="og:image" content="${picture}"/>`), path).toBe(true)
    const csv = await get(demo.url + addressOf(path, 'csv'))
    expect
      .soft([csv.status, csv.headers.get('content-type')], path)
      .toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect
      .soft(
        Papa.parse(await csv.text()).errors.filter(({ type }) => type === 'Quotes'),
        path,
      )
      .toEqual([])
    const markdown = await get(demo.url + path, { headers: { accept: 'text/markdown' } })
    expect.soft(markdown.headers.get('content-type'), path).toBe('text/markdown; charset=utf-8')
    expect.soft(await markdown.text(), path).toMatch(/^# .+\n\n/)
  }
})

test("requests named in the data return the same response, and 'next' walks the whole list", async ({ demo }) => {
  const path = `/demo/address/${demoLedger.busiestWallet}`
  const list = async () => (await (await get(`${demo.url}${path}/transactions.json`)).json()).data
  // A list shows guessed methods where it would have to wait for an ABI. The page of a transaction waits, and the server keeps it.
  for (const { hash, method } of (await list()).walletTransactions.answer.result)
    if (method) expect((await get(`${demo.url}/demo/tx/${hash}.json`)).status).toBe(200)
  const data = await list()
  const { request, answer } = data.walletTransactions
  const again = await (await get(demo.url + request, { headers: { 'x-api-key': demoKey } })).json()
  expect(again.result).toEqual(answer.result)
  expect(typeof answer.result[0].value).toBe('string')

  // The list has a tab of its own, and is still read at the address itself.
  const hashes = new Set<string>()
  for (let next: string | undefined = `${path}.json?limit=100`; next; ) {
    const page = await (await get(demo.url + next)).json()
    for (const { hash } of page.data.walletTransactions.answer.result) hashes.add(hash)
    next = page.links.next
  }
  expect(hashes.size).toBe(data['walletTransactions count'].answer.total)
})

test('an Aptos transaction is found by its hash too', async ({ demo }) => {
  const byVersion = await (await get(`${demo.url}/aptos/txn/${demoLedger.aptosVersions.User}.json`)).json()
  const [transaction, ...more] = byVersion.data.blockByVersion.answer.transactions
  expect(more).toEqual([])
  const byHash = await (await get(`${demo.url}/aptos/txn/${transaction.hash}.json`)).json()
  expect(byHash.data).toEqual(byVersion.data)
})

test('filters of a page apply to its data', async ({ demo }) => {
  const url = `${demo.url}/demo/address/${demoLedger.busiestWallet}.csv?from_block=1000&to_block=1010`
  const { data } = Papa.parse<Record<string, string>>(await (await get(url)).text(), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.length).toBeGreaterThan(0)
  for (const row of data) {
    expect(Number(row.block_number)).toBeGreaterThanOrEqual(1_000)
    expect(Number(row.block_number)).toBeLessThanOrEqual(1_010)
  }
})

test('data of an unknown page is 404, and errors are reported', async ({ demo }) => {
  const statuses = await Promise.all(
    [
      `/demo/tx/${demoLedger.unknownHash}.json`,
      '/demo/tx/0x12.md',
      '/nochain.json',
      '/demo/block/999999.csv',
      `/aptos/token/${'ab'.repeat(32)}.json`,
      `/demo/address/${demoLedger.busiestWallet}.json?from_block=x`,
      '/demo/nft/search.json',
    ].map(async (path) => (await get(demo.url + path)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 404, 400, 400])
})

test('a luring name stays plain text, and is marked as such', async ({ demo }) => {
  const read = async () => (await get(`${demo.url}/demo/token/${demoLedger.spamCoin}.md`)).text()
  // Contracts are judged some moments after they were indexed.
  await expect.poll(read).toContain('Looks like spam: ')
  const text = await read()
  expect(text).not.toMatch(/\]\(http/)
})

test('link previews have a title, a description and an image, without JavaScript', async ({ demo }) => {
  const pages: [string, RegExp][] = [
    [`/demo/tx/${demoLedger.nestedCalls}`, /bought #10 of Paper Lanterns/],
    [`/demo/address/${demoLedger.busiestWallet}`, /with 1,017 transactions on Demo ledger/],
    [`/demo/block/${demoLedger.block}`, /^Block 25 on Demo ledger has 10 transactions/],
    [`/demo/token/${demoLedger.spamCoin}`, /^Looks like spam: /],
    [`/demo/nft/${demoLedger.lanterns}/1`, /^Paper Lantern #1, an ERC721 token of Paper Lanterns/],
    [`/aptos/txn/${demoLedger.aptosVersions.User}`, /called 0x3::token/],
    [`/aptos/collection/${aptosNfts.lights}`, /25 tokens, 5 owners/],
  ]
  for (const [path, sentence] of pages) {
    const html = await (await get(demo.url + path)).text()
    const tags = tagsOf(html.slice(0, html.indexOf('</head>')))
    expect.soft(tags.get('og:description'), path).toMatch(sentence)
    expect.soft(tags.get('og:title'), path).toMatch(/Spyglass$/)
    expect.soft([tags.get('og:type'), tags.get('twitter:card')], path).toEqual(['website', 'summary_large_image'])
    expect.soft(html, path).toContain(`<link rel="alternate" type="application/json" href="${demo.url}${path}.json"/>`)
    const picture = await get(tags.get('og:image') ?? '')
    expect.soft([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect.soft(bytes.subarray(1, 4).toString(), path).toBe('PNG')
    expect.soft([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1_200, 630])
  }
})

test('a missing page links to no other format and no image', async ({ demo }) => {
  for (const path of [
    '/no-such-chain',
    '/no/such/page',
    '/no-such-chain/address/0x0000000000000000000000000000000000000001',
    '/demo/address/0x12',
    `/demo/nft/${demoLedger.lanterns}/99999999`,
    '/aptos/txn/abc',
    '/aptos/collection/12',
    '/wallet/0x12',
  ]) {
    const response = await get(demo.url + path)
    expect.soft(response.status, path).toBe(404)
    const html = await response.text()
    expect.soft(html, path).not.toMatch(/rel="alternate"|property="og:|name="twitter:/)
  }
})
