import { describe, expect, test } from 'vitest'
import { findPage, pageAddress, pageDataAddress, pageMetadata } from '#lib/pages/page-address.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('paths of page data', () => {
  test.each([
    ['/demo/tx/0xab.json', '/api/page/json/demo/tx/0xab'],
    ['/demo/address/0xab.csv?from_block=3', '/api/page/csv/demo/address/0xab?from_block=3'],
    ['/demo/nft/0xab/1.md', '/api/page/md/demo/nft/0xab/1'],
    ['/aptos/block/34.png', '/api/page/png/aptos/block/34'],
    ['/search.json?q=a.b', '/api/page/json/search?q=a.b'],
    ['/index.json', '/api/page/json/index'],
    ['/bsc-testnet.md', '/api/page/md/bsc-testnet'],
  ])('%s is page data', (url, expected) => {
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
    '//evil.example/demo.json',
  ])('%s is not page data', (url) => {
    expect(pageDataAddress(url, browser)).toBeUndefined()
  })

  test("a request that prefers Markdown gets it at the page's own path, if there is any", () => {
    expect(pageDataAddress('/demo/block/25?x=1', 'text/markdown, */*')).toBe('/api/page/md/demo/block/25?x=1')
    expect(pageDataAddress('/', 'text/markdown')).toBe('/api/page/md/index')
    expect(pageDataAddress('/docs', 'text/markdown')).toBeUndefined()
    expect(pageDataAddress('/demo/block/25', 'text/markdown;q=0, text/html')).toBeUndefined()
    expect(pageDataAddress('/demo/block/25', 'text/html, text/markdown;q=0.5')).toBeUndefined()
  })

  test('a data path leads back to its page', () => {
    for (const path of ['/', '/demo/tx/0xab', '/aptos', '/search'])
      for (const format of ['json', 'csv', 'md', 'png'] as const)
        expect(pageDataAddress(pageAddress(path, format, '?a=b'), undefined)).toBe(
          `/api/page/${format}${path === '/' ? '/index' : path}?a=b`,
        )
  })
})

describe('the page of a path', () => {
  test('an unknown chain has no page', () => {
    for (const path of ['/docs', '/account', '/paste', '/sign-in']) expect(findPage(path)).toBeUndefined()
    expect(findPage('/demo')).toEqual({ pattern: '/:chain', parameters: { chain: 'demo' } })
    expect(findPage('/status')?.pattern).toBe('/status')
  })

  test('an Aptos page does not match a chain with that name', () => {
    expect(findPage('/aptos/block/34')).toEqual({ pattern: '/aptos/block/:height', parameters: { height: '34' } })
    expect(findPage('/eth/block/34')?.pattern).toBe('/:chain/block/:block')
    expect(findPage('/eth/nft/search')?.pattern).toBe('/:chain/nft/search')
  })
})

describe("links to other formats in a page's head", () => {
  const typesOf = (address: string) => pageMetadata(address, 'https://explorer.example')

  test('keep its filters, without time settings and router parameters', () => {
    expect(typesOf('/demo/address/0xab?from_block=3&t=utc&_rsc=1')).toMatchObject({
      alternates: { types: { 'application/json': '/demo/address/0xab.json?from_block=3' } },
      openGraph: { images: [{ url: '/demo/address/0xab.png?from_block=3', width: 1_200, height: 630 }] },
    })
  })

  test('are absent for a page without data, and never point to another host', () => {
    for (const address of ['/docs', '//', '//evil.example/x', '/sign-in?a=b'])
      expect(Object.keys(typesOf(address))).toEqual(['metadataBase'])
  })
})
