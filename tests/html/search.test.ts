import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const { busiestWallet, nestedCalls } = demoLedger
const search = (text: string) => demo.read(`/search?q=${encodeURIComponent(text)}`)

/** What someone pastes, and the page that opens at once. */
const certain: [what: string, text: string, path: string][] = [
  ['an address', busiestWallet, `/demo/address/${busiestWallet}`],
  ['an address in capitals', busiestWallet.toUpperCase().replace('0X', '0x'), `/demo/address/${busiestWallet}`],
  ['an address without 0x', busiestWallet.slice(2), `/demo/address/${busiestWallet}`],
  ['a transaction hash', nestedCalls, `/demo/tx/${nestedCalls}`],
  ['a hash after a chain', `demo:${nestedCalls}`, `/demo/tx/${nestedCalls}`],
  ['a link to an Aptos transaction', 'https://explorer.aptoslabs.com/txn/4?network=mainnet', '/aptos/txn/4'],
  ['a link to an Aptos block', 'https://explorer.aptoslabs.com/block/34?network=mainnet', '/aptos/block/34'],
  ['a link to this explorer', `http://localhost:3000/demo/tx/${nestedCalls}`, `/demo/tx/${nestedCalls}`],
]

test.each(certain)('an unambiguous query opens its page at once: %s', async (_, text, path) => {
  const query = encodeURIComponent(text)
  const response = await fetch(`${demo.url}/search?q=${query}`, { redirect: 'manual' })
  expect({ status: response.status, path: response.headers.get('location') }).toEqual({ status: 307, path })
})

test('a number can be a block, an Aptos version or an Aptos height: all are offered', async () => {
  const page = await search('34')
  const choices = page.section('Results')
  expect(page.text(`${choices} a[href="/demo/block/34"]`)).toContain('found')
  expect(page.text(`${choices} a[href="/aptos/txn/34"]`)).toBeDefined()
  expect(page.text(`${choices} a[href="/aptos/block/34"]`)).toBeDefined()
})

test('a query for Aptos is not looked up on other chains', async () => {
  const page = await search('aptos:4')
  expect(page.texts(`${page.section('Results')} li a`)).toEqual([
    expect.stringMatching(/^Aptos transaction/),
    expect.stringMatching(/^Aptos block/),
  ])
})

test('a link to another explorer names the chain even if it is not served', async () => {
  const page = await search(`https://etherscan.io/address/${busiestWallet}`)
  expect(page.url).toBe(`${demo.url}/eth/address/${busiestWallet}`)
  expect(page.main).toContain('Ethereum is not served here')
})

test.each(['what is this', '0x', '<script>alert(1)</script>', '🔭'.repeat(40), '0'.repeat(3_000)])(
  'an unrecognised query lists what can be searched for: %.20s',
  async (text) => {
    const page = await search(text)
    expect(page.main).toContain('No results')
    expect(page.main).toContain('Search for an address, a transaction or block hash')
    expect(page.html).not.toContain('<script>alert(1)')
  },
)

test('without JavaScript the search boxes are working forms', async () => {
  const { $ } = await demo.read('/')
  const forms = $('form[role=search]').toArray()
  expect(forms).toHaveLength(2)
  for (const form of forms) {
    // The search opens what it finds: see above.
    expect($(form).attr()).toMatchObject({ action: '/search' })
    expect($(form).attr('method') ?? 'get').toBe('get')
    expect(
      $(form)
        .find('input[name]')
        .toArray()
        .map((field) => $(field).attr('name')),
    ).toEqual(['q'])
    expect($(form).find('input:disabled')).toHaveLength(0)
  }
})
