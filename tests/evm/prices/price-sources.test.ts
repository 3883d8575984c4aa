import { expect, test } from 'vitest'
import { knownPriceSources } from '#lib/evm/prices/price-sources.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'

const address = /^0x[0-9a-f]{40}$/
const chains = [1, 42_161]

test.each(chains)('the feeds of chain %i are of the tokens that the bundled list has at these addresses', (chain) => {
  const sources = knownPriceSources(chain)
  const tokens = listedTokens(chain)
  expect(sources?.wrapped).toMatch(address)
  expect(tokens.get(sources?.wrapped ?? '0x')?.symbol).toBe('WETH')
  const named = [...(sources?.feeds ?? [])].map(([token, { pair }]) => [`${tokens.get(token)?.symbol} / USD`, pair])
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(([symbol, pair]) => symbol?.replace('₮0', 'T') !== pair)).toEqual([])
})

test.each(chains)('every stable of chain %i has a feed, and every address is in lower case', (chain) => {
  const { wrapped, native, stables = [], feeds, v2Factory, v3Factory, sequencer } = knownPriceSources(chain) ?? {}
  expect(stables.filter((token) => !feeds?.has(token))).toEqual([])
  const named = [...(feeds ?? [])].flatMap(([token, { feed }]) => [token, feed])
  const all = [wrapped, native?.feed, v2Factory, v3Factory, ...stables, ...named, ...(sequencer ? [sequencer] : [])]
  expect(all.filter((one) => !one || !address.test(one))).toEqual([])
})
