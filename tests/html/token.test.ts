import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const { lanterns, stamps, harborCoin, spamCoin } = demoLedger
const collection = `/demo/token/${lanterns}`

test('a collection shows its counts, its chart as a table, and why it is verified', async () => {
  const page = await demo.read(collection)
  expect(page.described('Tokens')).toMatch(/^\d+$/)
  expect(page.described('Owners')).toMatch(/^\d+$/)
  const numbers = page.section('Statistics')
  expect(page.texts(`${numbers} summary`)).toEqual(['Show as a table'])
  expect(page.rows(numbers)).toHaveLength(30)
  expect(page.text('details:has(> summary:contains("Why?"))')).toContain(
    'Listed as verified by the operator of this server.',
  )
})

test('the badge of spam explains itself on request', async () => {
  // Contracts are rated one after the other once the ledger is indexed.
  await expect
    .poll(async () => (await demo.read(`/demo/token/${spamCoin}`)).text('details:has(> summary:contains("Why?"))'), {
      timeout: 60_000,
    })
    .toMatch(/^Looks like spam.*contracts with 50 or more are marked as spam/)
})

test('transfers of a single token are filtered within its collection', async () => {
  const page = await demo.read(`${collection}/transfers?token_id=1&nonsense=1`)
  expect(page.url).toBe(`${demo.url}${collection}/transfers?token_id=1`)
  const rows = page.rows('[role=table][aria-label=Transfers]').map((cells) => cells.join(' '))
  expect(rows.at(-1)).toContain('Mint')
  expect(rows.filter((row) => !row.includes('#1'))).toEqual([])
  expect((await demo.read(`${collection}/transfers?from_block=999999`)).main).toContain(
    'No transfers match these filters',
  )
})

test.each([
  ['a fungible token lists its transfers itself', `/demo/token/${harborCoin}/transfers`, `/demo/token/${harborCoin}`],
  ['a collection lists its items itself', `${collection}/items`, collection],
  ["an NFT collection's holders are its owners", `${collection}/holders`, `${collection}/owners`],
])('%s', async (_, from, to) => {
  expect((await demo.read(from)).url).toBe(demo.url + to)
})

test('an NFT shows its history from the mint to now, and links to its neighbours', async () => {
  const page = await demo.read(`/demo/nft/${lanterns}/2`)
  expect(page.texts(`${page.section('Provenance')} ol > li`).at(-1)).toMatch(/^Minted/)
  expect(page.link('Next token')).toBe(`/demo/nft/${lanterns}/3`)
})

test('the owners of a token with many holders, largest first', async () => {
  const page = await demo.read(`/demo/nft/${stamps}/1`)
  const amounts = page
    .rows('[role=table][aria-label=Owners]')
    .map(([, amount = '']) => Number(amount.replaceAll(',', '')))
  expect(amounts.length).toBeGreaterThan(1)
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
})

test('NFTs are found by words', async () => {
  const search = (words: string) => demo.read(`/demo/nft/search?q=${words}`)
  expect((await search('paper+lantern')).link(/^Paper Lantern #\d+$/)).toMatch(`/demo/nft/${lanterns}/`)
  expect((await search('nosuchword')).main).toContain('No NFTs match these filters')
  expect((await search('ab')).text('[role=alert]')).toContain('expected 3 to 256 characters')
})
