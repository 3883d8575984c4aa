import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { demoPages } from './html-page.ts'

/* Pages as JSON, CSV, Markdown and link previews; that every page has them is in every-page.test.ts. */

const demo = demoPages()
const judgedWithinMs = 60_000

test("requests named in the data return the same response, and 'next' walks the whole list", async () => {
  const path = `/demo/address/${demoLedger.busiestWallet}`
  const list = async () => (await (await fetch(`${demo.url}${path}/transactions.json`)).json()).data
  // A list shows guessed methods where it would have to wait for an ABI. The page of a transaction waits, and the server keeps it.
  for (const { hash, method } of (await list()).walletTransactions.answer.result)
    if (method) expect((await fetch(`${demo.url}/demo/tx/${hash}.json`)).status).toBe(200)
  const data = await list()
  const { request, answer } = data.walletTransactions
  const again = await (await fetch(demo.url + request, { headers: { 'x-api-key': demoKey } })).json()
  expect(again.result).toEqual(answer.result)
  expect(typeof answer.result[0].value).toBe('string')

  // The list has a tab of its own, and is still read at the address itself.
  const hashes = new Set<string>()
  for (let next: string | undefined = `${path}.json?limit=100`; next; ) {
    const page = await (await fetch(demo.url + next)).json()
    for (const { hash } of page.data.walletTransactions.answer.result) hashes.add(hash)
    next = page.links.next
  }
  expect(hashes.size).toBe(data['walletTransactions count'].answer.total)
})

test('an Aptos transaction is found by its hash too', async () => {
  const byVersion = await (await fetch(`${demo.url}/aptos/txn/${demoLedger.aptosVersions.User}.json`)).json()
  const [transaction, ...more] = byVersion.data.blockByVersion.answer.transactions
  expect(more).toEqual([])
  const byHash = await (await fetch(`${demo.url}/aptos/txn/${transaction.hash}.json`)).json()
  expect(byHash.data).toEqual(byVersion.data)
})

test('filters of a page apply to its data', async () => {
  const url = `${demo.url}/demo/address/${demoLedger.busiestWallet}.csv?from_block=1000&to_block=1010`
  const { data } = Papa.parse<Record<string, string>>(await (await fetch(url)).text(), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.length).toBeGreaterThan(0)
  for (const row of data) {
    expect(Number(row.block_number)).toBeGreaterThanOrEqual(1_000)
    expect(Number(row.block_number)).toBeLessThanOrEqual(1_010)
  }
})

test('data of an unknown page is 404, and errors are reported', async () => {
  const statuses = await Promise.all(
    [
      `/demo/tx/${demoLedger.unknownHash}.json`,
      '/demo/tx/0x12.md',
      '/nochain.json',
      '/demo/block/999999.csv',
      `/aptos/token/${'ab'.repeat(32)}.json`,
      `/demo/address/${demoLedger.busiestWallet}.json?from_block=x`,
      '/demo/nft/search.json',
    ].map(async (path) => (await fetch(demo.url + path)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 404, 400, 400])
})

test('a luring name stays plain text, and is marked as such', async () => {
  const read = async () => (await fetch(`${demo.url}/demo/token/${demoLedger.spamCoin}.md`)).text()
  // Contracts are judged some moments after they were indexed.
  await expect.poll(read, { timeout: judgedWithinMs }).toContain('Looks like spam: ')
  const text = await read()
  expect(text).not.toMatch(/\]\(http/)
})

test('link previews have a title, a description and an image, without JavaScript', async () => {
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
    const { $ } = await demo.read(path)
    const tag = (name: string) => $(`head meta[name="${name}"], head meta[property="${name}"]`).attr('content')
    expect.soft(tag('og:description'), path).toMatch(sentence)
    expect.soft(tag('og:title'), path).toMatch(/Spyglass$/)
    expect.soft([tag('og:type'), tag('twitter:card')], path).toEqual(['website', 'summary_large_image'])
    expect.soft($('link[rel="alternate"][type="application/json"]').attr('href'), path).toBe(`${demo.url}${path}.json`)
    const picture = await fetch(tag('og:image') ?? '')
    expect.soft([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect.soft(bytes.subarray(1, 4).toString(), path).toBe('PNG')
    expect.soft([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1_200, 630])
  }
})

test('a missing page links to no other format and no image', async () => {
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
    const { status, $ } = await demo.read(path)
    expect.soft(status, path).toBe(404)
    expect.soft($('[rel="alternate"], [property^="og:"], [name^="twitter:"]').length, path).toBe(0)
  }
})
