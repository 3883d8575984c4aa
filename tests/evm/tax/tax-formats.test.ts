import { describe, expect, test } from 'vitest'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { coinTrackingRow } from '#lib/evm/tax/cointracking.ts'
import type { EvmTaxRow } from '#lib/evm/tax/contract.ts'
import { koinlyRow } from '#lib/evm/tax/koinly.ts'
import { formats } from '#lib/export/formats.ts'

const nothing = { sent_amount: null, sent_currency: null, received_amount: null, received_currency: null }
const row = (fields: Partial<EvmTaxRow>): EvmTaxRow => ({
  ...{
    date: '2022-12-08T16:35:11.000Z',
    chain: 'eth',
    transaction_hash: '0xab',
    block_number: '9',
    label: 'token swap',
  },
  ...{ ...nothing, sent_token: null, sent_token_id: null, received_token: null, received_token_id: null },
  ...{ fee_amount: null, fee_currency: null, value_usd: null, description: 'Swapped' },
  ...fields,
})
const sent = { sent_amount: '0.25', sent_currency: 'ETH' }
const received = { received_amount: '312.62', received_currency: 'EXD' }
const fee = { fee_amount: '0.0009', fee_currency: 'ETH' }

const csv = (endpoint: 'evmTaxKoinly' | 'evmTaxCointracking' | 'evmTaxRows', rows: readonly object[]): string[] => {
  const writer = formats.get('csv')?.writer(evmExplorerApi[endpoint])
  const text = `${writer?.head}${writer?.rows(rows as Record<string, unknown>[])}`
  return text.trimEnd().split('\r\n')
}

describe('for Koinly', () => {
  const lines = (...rows: EvmTaxRow[]) => csv('evmTaxKoinly', rows.map(koinlyRow))

  test('a trade is a row under the columns of the universal format', () => {
    expect(lines(row({ ...sent, ...received, ...fee }))).toEqual([
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
      '2022-12-08 16:35:11 UTC,0.25,ETH,312.62,EXD,0.0009,ETH,,,,Swapped,0xab',
    ])
  })

  test('a value in dollars is its net worth', () => {
    expect(lines(row({ ...sent, ...received, ...fee, value_usd: '312.61' }))[1]).toContain(',ETH,312.61,USD,,Swapped,')
  })

  test('a fee alone is a cost, and payments of blocks have their labels', () => {
    expect(lines(row({ ...fee, label: 'approve' }))[1]).toBe(
      '2022-12-08 16:35:11 UTC,0.0009,ETH,,,,,,,cost,Swapped,0xab',
    )
    const credit = { ...received, transaction_hash: null }
    expect(lines(row({ ...credit, label: 'withdrawal' }))[1]).toMatch(/,312\.62,EXD,,,,,reward,Swapped,$/)
    expect(lines(row({ ...credit, label: 'block reward' }))[1]).toMatch(/,mining,Swapped,$/)
  })

  test('names of tokens do not run as formulas, and amounts stay numbers', () => {
    for (const text of ['=1+1', '+1', '-x', '@sum', '\t=1']) {
      const [, line = ''] = lines(row({ ...received, received_currency: text }))
      expect(line.replaceAll('"', '')).toContain(`,312.62,'${text},`)
    }
  })
})

describe('for CoinTracking', () => {
  const lines = (...rows: EvmTaxRow[]) => csv('evmTaxCointracking', rows.map(coinTrackingRow))

  test('what comes in is bought, what goes out is sold', () => {
    expect(lines(row({ ...sent, ...received, ...fee }))).toEqual([
      'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Group,Comment,Date,Tx-ID',
      'Trade,312.62,EXD,0.25,ETH,0.0009,ETH,eth,,Swapped,2022-12-08 16:35:11,0xab',
    ])
  })

  test.each([
    ['Withdrawal', { ...sent, ...fee }],
    ['Deposit', received],
    ['Staking', { ...received, label: 'withdrawal' }],
    ['Mining', { ...received, label: 'block reward' }],
    ['Other Fee', { ...fee, label: 'failed' }],
  ])('%s', (type, fields) => {
    expect(coinTrackingRow(row(fields)).Type).toBe(type)
  })

  test('a fee alone is sold', () => {
    expect(lines(row(fee))[1]).toBe('Other Fee,,,0.0009,ETH,,,eth,,Swapped,2022-12-08 16:35:11,0xab')
  })
})

test('our own format has the addresses of tokens', () => {
  const [head, line] = csv('evmTaxRows', [row({ ...sent, ...received, received_token: `0x${'ab'.repeat(20)}` })])
  expect(head).toContain('date (UTC),chain,transaction_hash,block_number,label,sent_amount,sent_currency,sent_token')
  expect(line).toContain(`312.62,EXD,0x${'ab'.repeat(20)}`)
})
