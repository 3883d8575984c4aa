import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { attributesOf, describedTokens } from '#tests/pages/demo-traits.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const path = `/demo/token/${demoLedger.lanterns}/traits`

test('the counts are available as data, with the share of the collection they cover', async () => {
  const tokens = await describedTokens(demo.url)
  const { data, facts } = await (await fetch(`${demo.url}${path}.json`)).json()
  const { traits, ...coverage } = data.contractNfts.answer
  const all = { counted: tokens.length, total: tokens.length, described: tokens.length }
  expect(coverage).toEqual({ ...all, is_complete: true, stopped: null, is_syncing: false })
  expect(facts.Coverage).toBe(`Counted all ${tokens.length} tokens.`)
  const plain = Map.groupBy(tokens.flatMap(attributesOf), ({ trait_type, value }) => `${trait_type}: ${value}`)
  const counted = traits.flatMap(({ trait_type, values }: { trait_type: string; values: object[] }) =>
    values.map((value) => ({ trait_type, ...value })),
  )
  expect(counted).toHaveLength(plain.size)
  for (const { trait_type, value, count, share } of counted) {
    expect(count).toBe(plain.get(`${trait_type}: ${value}`)?.length)
    expect(share).toBeCloseTo(count / tokens.length, 5)
  }
  const [titles, ...rows] = (await (await fetch(`${demo.url}${path}.csv`)).text()).trim().split(/\r?\n/)
  expect(titles).toBe('trait_type,value,count,share,described_tokens,counted_tokens,collection_tokens')
  expect(rows).toHaveLength(plain.size)
})

test('the page names its data, and says without JavaScript that counting needs it', async () => {
  const page = await demo.read(path)
  expect(page.$(`link[rel=alternate][href$="${path}.csv"]`)).toHaveLength(1)
  expect(page.$('main noscript').text()).toBe('Counting traits needs JavaScript.')
})
