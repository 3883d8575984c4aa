import { describe, expect, test } from 'vitest'
import { pageAddress, pageDataAddress } from '#lib/pages/page-address.ts'
import { findPage } from '#lib/pages/page-paths.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('where a page is answered as data', () => {
  test.each([
    ['/demo/tx/0xab.json', '/api/page/json/demo/tx/0xab'],
    ['/demo/address/0xab.csv?from_block=3', '/api/page/csv/demo/address/0xab?from_block=3'],
    ['/demo/nft/0xab/1.md', '/api/page/md/demo/nft/0xab/1'],
    ['/aptos/block/34.png', '/api/page/png/aptos/block/34'],
    ['/search.json?q=a.b', '/api/page/json/search?q=a.b'],
    ['/index.json', '/api/page/json/index'],
    ['/bsc-testnet.md', '/api/page/md/bsc-testnet'],
  ])('%s is an address of its data', (url, expected) => {
    expect(pageDataAddress(url, browser)).toBe(expected)
  })

  test.each([
    '/',
    '/demo/tx/0xab',
    '/search?q=lantern.json',
    '/api/openapi.json',
    '/media/a/b.png',
    '/_next/static/a.json',
    '/docs.json',
    '/icon.svg',
    '/robots.txt',
    '/demo/tx/0xab/unknown.json',
  ])('%s is answered as it is', (url) => {
    expect(pageDataAddress(url, browser)).toBeUndefined()
  })

  test('who asks for Markdown first gets it at the page itself, where there is any', () => {
    expect(pageDataAddress('/demo/block/25?x=1', 'text/markdown, */*')).toBe('/api/page/md/demo/block/25?x=1')
    expect(pageDataAddress('/', 'text/markdown')).toBe('/api/page/md/index')
    expect(pageDataAddress('/docs', 'text/markdown')).toBeUndefined()
    expect(pageDataAddress('/demo/block/25', 'text/markdown;q=0, text/html')).toBeUndefined()
    expect(pageDataAddress('/demo/block/25', 'text/html, text/markdown;q=0.5')).toBeUndefined()
  })

  test('an address that is made leads back to its page', () => {
    for (const path of ['/', '/demo/tx/0xab', '/aptos', '/search'])
      for (const format of ['json', 'csv', 'md', 'png'] as const)
        expect(pageDataAddress(pageAddress(path, format, '?a=b'), undefined)).toBe(
          `/api/page/${format}${path === '/' ? '/index' : path}?a=b`,
        )
  })
})

describe('which page an address is', () => {
  test('words that are no chain are no page of one', () => {
    for (const path of ['/docs', '/account', '/paste', '/sign-in']) expect(findPage(path)).toBeUndefined()
    expect(findPage('/demo')).toEqual({ name: 'chain', parameters: { chain: 'demo' } })
    expect(findPage('/status')?.name).toBe('status')
  })

  test('a page of Aptos is none of a chain of that name', () => {
    expect(findPage('/aptos/block/34')).toEqual({ name: 'aptosBlock', parameters: { height: '34' } })
    expect(findPage('/eth/block/34')?.name).toBe('block')
    expect(findPage('/eth/nft/search')?.name).toBe('nftSearch')
  })
})
