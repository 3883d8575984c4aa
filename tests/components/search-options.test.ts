import { describe, expect, test } from 'vitest'
import type { SuggestedItem } from '#components/family.ts'
import { searchOptions } from '#components/shell/search/search-options.ts'
import { shortHexDigits, shortHexNotice } from '#lib/format/written.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'

const eth = { family: 'evm', chain: 'eth', title: 'Ethereum', path: '/eth' }
const polygon = { family: 'evm', chain: 'polygon', title: 'Polygon', path: '/polygon' }
const aptos = { family: 'aptos', chain: 'aptos', title: 'Aptos', path: '/aptos' }
const chains = [eth, polygon, aptos]
const asked = { recent: [], chains }

const item = (name: string, more: Partial<SuggestedItem> = {}): SuggestedItem => ({
  ...{ path: `/${name}`, kind: 'Token', name, chain: 'eth' },
  ...more,
})

describe('a number', () => {
  test('is the block of the chain of the page first, which Enter opens; others are offered beside it', () => {
    const options = searchOptions({ ...asked, text: '18000000', current: polygon })
    expect(options.map(({ path }) => path)).toEqual([
      ...['/polygon/block/18000000', '/eth/block/18000000', '/aptos/txn/18000000', '/aptos/block/18000000'],
    ])
    expect(options.findIndex(({ isCertain }) => isCertain)).toBe(0)
  })

  test('is a version on a page of Aptos, and certain nowhere on a page of no chain', () => {
    const options = searchOptions({ ...asked, text: '4', current: aptos })
    expect(options[0]).toMatchObject({ path: '/aptos/txn/4', isCertain: true })
    expect(searchOptions({ ...asked, text: '4' }).some(({ isCertain }) => isCertain)).toBe(false)
  })
})

describe('a part of an address or hash', () => {
  test.each([
    ['0xdac17f9', 7],
    [`0x${'1'.repeat(39)}`, 39],
    [`0x${'1'.repeat(63)}`, 63],
  ])('%s is one', (text, digits) => {
    expect(shortHexDigits(text)).toBe(digits)
    expect(shortHexNotice(digits)).toContain(`this has ${digits}`)
  })
  test.each([`0x${'1'.repeat(40)}`, `0x${'1'.repeat(64)}`, '0x1', '0xzz', 'usdt'])('%s is none', (text) =>
    expect(shortHexDigits(text)).toBeUndefined(),
  )

  test('is no address of Aptos, so nothing opens by itself; what was found is offered', () => {
    const text = '0xdac17f9'
    const found = item('Tether USD')
    expect(searchOptions({ ...asked, text, items: [found] }).map(({ path }) => path)).toEqual([found.path])
    expect(searchChoices({ candidates: recognise(text), chains })).toEqual([])
  })
})

test('found names: exact ones first, then those of the chain of the page, misleading ones last', () => {
  const items = [
    item('USDT fake (USDT)', { isSuspicious: true }),
    item('USDT Vault', { chain: 'polygon' }),
    item('USDT Pool'),
    item('Tether USD (USDT)', { chain: 'polygon' }),
    item('Bridged Tether (USDT)'),
  ]
  const options = searchOptions({ ...asked, text: 'usdt', current: eth, items })
  expect(options.map(({ text }) => text)).toEqual([
    ...['Bridged Tether (USDT)', 'Tether USD (USDT)', 'USDT Pool', 'USDT Vault', 'USDT fake (USDT)'],
    ...['usdt', 'usdt'],
  ])
})
