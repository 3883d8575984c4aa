import { describe, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

const { unknownHash, busiestWallet } = demoLedger
const demo = demoPages()

/** A path, the heading of the page that answers it, and its words. */
const notThere: [what: string, path: string, heading: string, words: RegExp][] = [
  ['an unknown transaction', `/demo/tx/${unknownHash}`, 'Transaction', /has not been seen here/],
  ['a tab of an unknown transaction', `/demo/tx/${unknownHash}/logs`, 'Transaction', /has not been seen here/],
  ['a malformed hash', '/demo/tx/0x12', 'This is not a transaction hash', /64 hexadecimal digits; this has 2/],
  ['a malformed address', '/demo/address/0x12', 'This is not an address', /40 hexadecimal digits; this has 2/],
  ['a malformed address on all chains', '/wallet/0x12', 'This is not an address', /this has 2/],
  ['the long path of a malformed token', '/demo/token/0x12/items', 'This is not an address', /this has 2/],
  [
    'a block beyond the head',
    '/demo/block/99999999',
    'Block 99,999,999 is not mined yet',
    /newest block of Demo ledger known here is/,
  ],
  [
    'a tab of a block beyond the head',
    '/demo/block/99999999/nft-transfers',
    'Block 99,999,999 is not mined yet',
    /newest block/,
  ],
  ['a malformed block', '/demo/block/latest', 'This is not a block', /by its number, or by its hash/],
  ['an unknown block hash', `/demo/block/${unknownHash}`, `Block ${unknownHash} is not known on Demo ledger`, /reorg/],
  [
    'an unknown NFT',
    `/demo/nft/${demoLedger.lanterns}/99999999`,
    `No NFT 99999999 of ${demoLedger.lanterns} is known on Demo ledger`,
    /Home page/,
  ],
  ['an unknown page', '/demo/nosuch/page', 'There is no such page', /check it/],
  ['a future Aptos block', '/aptos/block/999999999', 'No such Aptos block', /The newest block is 112/],
  ['a malformed Aptos height', '/aptos/block/x', 'No such Aptos block', /identified by its height/],
  ['a future Aptos version', '/aptos/txn/999999999', 'No such Aptos transaction', /The newest version is 827/],
  ['a version beyond 64 bits', '/aptos/txn/99999999999999999999', 'No such Aptos transaction', /ledger version/],
  ['the state of a future version', '/aptos/txn/999999999/state', 'No such Aptos transaction', /ledger version/],
  ['a malformed Aptos account', '/aptos/account/x/transfers', 'No such Aptos account', /identified by its address/],
  ['an unknown Aptos module', '/aptos/account/0x1/modules/nosuch', 'No such Aptos module', /address of its account/],
  ['a malformed Aptos asset', '/aptos/asset/x/holders', 'No such Aptos asset', /contains version 0 to 827/],
  ['a malformed Aptos creator', '/aptos/creator/x', 'No such Aptos creator', /identified by its address/],
  ['a malformed Aptos collection', '/aptos/collection/x/tokens', 'No such Aptos collection', /identified by its id/],
  ['a malformed Aptos token', '/aptos/token/x', 'No such Aptos token', /identified by its id/],
  ['an unknown endpoint of the reference', '/docs/evm/nosuch', 'There is no such page', /check it/],
]

/** The header and footer that every page has, and the marks of a missing one. */
const frameOf = (page: HtmlPage) => ({
  status: page.status,
  title: page.title,
  robots: page
    .$('meta[name="robots"]')
    .toArray()
    .map((meta) => page.$(meta).attr('content')),
  formats: page.$('link[rel="alternate"]').length,
  searchBoxes: page.$('header form[action="/search"] input[name="q"]').length,
  links: page.$('main a[href]').length > 0,
  footers: page.$('body footer').length,
})
const missingFrame = {
  status: 404,
  title: 'Not found · Spyglass',
  robots: ['noindex'],
  formats: 0,
  searchBoxes: 1,
  links: true,
  footers: 1,
}

describe('what is missing has a whole page of status 404 that suggests what to do', () => {
  test.each(notThere)('%s: %s', async (_, path, heading, words) => {
    const page = await demo.read(path)
    expect(frameOf(page)).toEqual(missingFrame)
    expect(page.headings).toEqual([heading])
    expect(page.main).toMatch(words)
  })

  test('every page of an unknown chain', async () => {
    const paths = new Set(
      everyKindOfPage().flatMap((path) => path.match(/^\/demo(?<rest>[/?].*)?$/)?.groups?.rest ?? []),
    )
    expect(paths.size).toBeGreaterThan(30)
    for (const path of ['', ...paths]) {
      const page = await demo.read(`/nosuch${path}`)
      expect(frameOf(page), path).toEqual(missingFrame)
      expect(page.headings, path).toEqual(['There is no such page'])
    }
  })

  test('pages that are rendered at the same time keep their own statuses', async () => {
    const paths = Array.from({ length: 8 }, (_, index) => (index % 2 ? '/demo/block/99999999' : '/demo/block/25'))
    const pages = await Promise.all(paths.map((path) => demo.read(path)))
    expect(pages.map(({ status }) => status)).toEqual(paths.map((_, index) => (index % 2 ? 404 : 200)))
  })

  test('HEAD has the same status, and the router of an open page is answered', async () => {
    const path = `/demo/tx/${unknownHash}`
    expect((await fetch(demo.url + path, { method: 'HEAD' })).status).toBe(404)
    const followed = await fetch(`${demo.url}${path}?_rsc=x`, { headers: { rsc: '1' } })
    expect(followed.status).toBe(200)
    expect(await followed.text()).toContain('has not been seen here')
  })
})

test('a known chain that is not served names the setting to serve it', async () => {
  for (const path of ['/eth', `/bsc-testnet/address/${busiestWallet}`, `/polygon/tx/${unknownHash}`, '/0x1/block/1']) {
    const page = await demo.read(path)
    expect(page.status, path).toBe(200)
    expect(page.text('main [role="status"]'), path).toContain('is not served here')
    expect(page.main, path).toMatch(/Set NODE_URL_[A-Z_]+ to the URL of a node/)
  }
})

test('a wallet without activity is certain to have none', async () => {
  const { main } = await demo.read(`/demo/address/0x${'12'.repeat(20)}/transactions`)
  expect(main).toContain('This address has no transactions.')
})

test('an empty range is distinguished from an empty wallet', async () => {
  const { main } = await demo.read(`/demo/address/${busiestWallet}/transactions?from_block=1&to_block=2`)
  expect(main).toContain('No transactions match these filters')
})

test('an upper-case address is the same wallet', async () => {
  const { main } = await demo.read(`/demo/address/${busiestWallet.toUpperCase().replace('0X', '0x')}`)
  expect(main).toContain(busiestWallet)
})
