import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { dollars, priceText, Worth } from '#components/evm/parts/worth.tsx'
import { BalanceEntry, type BalanceHistory, linePath } from '#components/evm/wallet/balance-entry.tsx'
import { HoldingsTotal, HoldingValue } from '#components/evm/wallet/holdings-panel.tsx'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { callTo } from '#lib/pages/question.ts'

const point = (moment: number, balance: bigint) => ({ moment, balance })

test('a balance of which every change is known is drawn in steps, a sampled one in lines', () => {
  const points = [point(0, 0n), point(50, 10n ** 30n), point(100, 5n * 10n ** 29n)]
  expect(linePath(points, false)).toBe('M0 30H50V0H100V15')
  expect(linePath(points, true)).toBe('M0 30L50 0L100 15')
})

test('a balance of zero is a line at the bottom, and one moment is no line', () => {
  expect(linePath([point(0, 0n), point(10, 0n)], false)).toBe('M0 30H100V30')
  expect(linePath([point(0, 1n)], false)).toBeUndefined()
  expect(linePath([], true)).toBeUndefined()
})

const history = (result: BalanceHistory['result'], note: string | null): BalanceHistory => ({
  ...{ token_address: null, symbol: 'ETH', decimals: 18, is_sampled: true, cursor: null },
  note,
  result,
})
const call = callTo(evmExplorerApi.evmBalanceHistory, { address: '0x' })

test('a chart has a table of the same numbers, and an absent one its reason', () => {
  const balance = (block: string, value: string) => ({
    ...{ block_number: block, block_timestamp: `2022-12-08T16:35:1${block}.000Z` },
    ...{ balance: value, balance_formatted: null },
  })
  const shown = renderToStaticMarkup(
    <BalanceEntry
      name="ETH"
      call={call}
      history={history([balance('2', '3000000000000000000'), balance('1', '0')], 'Sampled.')}
    />,
  )
  expect(shown).toContain('figure aria-label="Balance of ETH"')
  expect(shown.match(/<tr/g)).toHaveLength(3)
  expect(shown).toContain('2022-12-08 16:35:11')
  const older = { ...history([balance('2', '3'), balance('1', '0')], null), cursor: 'older' }
  const cut = renderToStaticMarkup(<BalanceEntry name="ETH" call={call} history={older} />)
  expect(cut).toContain('The newest 2 balances. The export has every change.')
  expect(cut).not.toContain('Every change:')
  const absent = renderToStaticMarkup(<BalanceEntry name="ETH" call={call} history={history([], 'An archive node.')} />)
  expect(absent).toContain('An archive node.')
  expect(absent).not.toContain('<svg')
})

test('values are dollars and cents, and are never shown as zero or invented', () => {
  expect(['1234567.891', '0', '2'].map(dollars)).toEqual(['$1,234,567.89', '$0.00', '$2.00'])
  const total = renderToStaticMarkup(<HoldingsTotal value={{ usd: '45.00', valued_count: 3, held_count: 6 }} />)
  expect(total.replaceAll(/<.*?>/g, ' ').replaceAll(/\s+/g, ' ').trim()).toBe('$45.00 priced 3 of 6')
  expect(renderToStaticMarkup(<HoldingsTotal value={null} />)).toBe('')
  const price = {
    ...{ usd: '20', method: 'uniswap_v3' as const, source: '0x01', pair: null, quote: '0x02', depth_usd: '200000.00' },
    ...{ age_seconds: null, window_seconds: 1_800, block_number: '7' },
  }
  const shown = renderToStaticMarkup(<HoldingValue holding={{ balance: '2', price, usd_value: '40.00' }} />)
  expect(shown).toContain('$40.00')
  expect(shown).toContain('Uniswap v3, average of 30 min, pool of $200,000.00, block 7')
  expect(renderToStaticMarkup(<HoldingValue holding={{ balance: '1', price, usd_value: '0.00' }} />)).toContain(
    '&lt;$0.01',
  )
  expect(renderToStaticMarkup(<HoldingValue holding={{ balance: '2', price, usd_value: null }} />)).toContain(
    'no value',
  )
  expect(renderToStaticMarkup(<HoldingValue holding={{ balance: '2', price: null, usd_value: null }} />)).toBe('')
})

test('an amount of the coin has its worth at today’s price', () => {
  const price = {
    ...{ usd: '1850.5', method: 'chainlink' as const, source: '0x1', pair: 'ETH / USD', quote: null },
    ...{ depth_usd: null, age_seconds: 60, window_seconds: null, block_number: '7' },
  }
  const worthOf = (value: bigint, other: Partial<typeof price> | { depth_usd: string } = {}) =>
    renderToStaticMarkup(<Worth value={String(value)} decimals={18} price={{ ...price, ...other }} />).replace(
      /<[^>]*>/g,
      '',
    )
  expect(worthOf(15n * 10n ** 17n)).toBe('$2,775.75')
  expect(worthOf(10n ** 24n)).toBe('$1,850,500,000.00')
  expect(worthOf(10n ** 12n)).toBe('&lt;$0.01')
  expect(worthOf(0n)).toBe('')
  expect(worthOf(10n ** 30n, { usd: '0.000000000012345678' })).toBe('$12.34')
  expect(worthOf(10n ** 18n, { depth_usd: '1000.00' })).toBe('')
  expect([priceText('1850.5'), priceText('0.00012345')]).toEqual(['$1,850.50', '$0.00012345'])
})
