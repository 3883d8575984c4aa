import { describe, expect, test } from 'vitest'
import { ledgerRows } from '#components/aptos/block/block-transactions.tsx'
import { ledgerTransactionRow, packRows, unpackRows } from '#components/aptos/block/transaction-row.ts'
import { aptosNetworkOf, aptosPath, readU64 } from '#components/aptos/parts/aptos-path.ts'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { isoOfMicros, utcOfMicros } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { groupChanges } from '#components/aptos/transaction/event-list.tsx'
import { aptosTransactionSentence } from '#components/aptos/transaction/sentence.ts'
import { aptosSentenceText } from '#components/aptos/transaction/transaction-page.tsx'
import { fixtureLedger } from '#tests/aptos/ledger-fixture.ts'

const ledger = fixtureLedger([1, 6, 5_000])
const transactions = ledger[2]?.transactions ?? []

describe('the transactions of a block', () => {
  test('its pages, followed by their links, show every transaction once and in order, with or without a filter', () => {
    for (const type of [undefined, 'user_transaction']) {
      const shown: string[] = []
      let fromVersion: string | undefined
      do {
        const page = ledgerRows(transactions, { type, fromVersion })
        expect(page.rows.length).toBeLessThanOrEqual(1_000)
        shown.push(...page.rows.map(({ version }) => version))
        fromVersion = page.nextFrom
      } while (fromVersion !== undefined)
      expect(shown).toEqual(transactions.filter((one) => !type || one.type === type).map(({ version }) => version))
    }
  })

  test('the previous link of a page leads to the page before', () => {
    const second = ledgerRows(transactions, { fromVersion: ledgerRows(transactions, {}).nextFrom })
    expect([second.offset, second.previousFrom]).toEqual([1_000, transactions[0]?.version])
  })

  test('counts every kind, whatever the filter', () => {
    expect(ledgerRows(transactions, { type: 'genesis_transaction' })).toMatchObject({
      total: 0,
      rows: [],
      kinds: [
        { type: 'block_metadata_transaction', count: 1 },
        { type: 'user_transaction', count: 4_998 },
        { type: 'state_checkpoint_transaction', count: 1 },
      ],
    })
  })

  test('rows survive the transfer to the browser, and a thousand of them stay small', () => {
    for (const block of ledger) {
      const rows = block.transactions.slice(0, 1_000).map(ledgerTransactionRow)
      const packed = packRows(rows)
      expect(unpackRows(JSON.parse(JSON.stringify(packed)))).toEqual(rows)
      expect(JSON.stringify(packed).length).toBeLessThan(110 * rows.length + 1_000)
    }
  })
})

describe('text on Aptos pages', () => {
  test('times keep their microseconds and name their time zone', () => {
    expect(utcOfMicros('1665858020377412')).toBe('2022-10-15 18:20:20.377412 UTC')
    expect(isoOfMicros('1665858020377412')).toBe('2022-10-15T18:20:20.377Z')
    expect([isoOfMicros('18446744073709551615000000'), utcOfMicros('18446744073709551615000000')]).toEqual([
      '',
      'unknown',
    ])
  })

  test('numbers in page paths are canonical u64s, and links keep the network', () => {
    expect(['7', '007', '18446744073709551616', '-1', '1.5', '0x10', ''].map(readU64)).toEqual([
      '7',
      '7',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(aptosPath('/aptos/block/1', 'testnet', { type: undefined })).toBe('/aptos/block/1?network=testnet')
    expect(['testnet', 'mainnet', 'devnet', undefined].map(aptosNetworkOf)).toEqual([
      'testnet',
      'mainnet',
      undefined,
      undefined,
    ])
    expect(aptosPath('/aptos/block/1', 'mainnet')).toBe('/aptos/block/1')
  })

  test('shortens a long module address but never the function', () => {
    expect(shortFunction(`0x${'ab'.repeat(32)}::market::buy`)).toBe('0xababab…ababab::market::buy')
    expect(shortFunction('0x1::aptos_account::transfer')).toBe('0x1::aptos_account::transfer')
  })

  test('changes are grouped by where they happened', () => {
    const groups = groupChanges(transactions.find(({ type }) => type === 'user_transaction')?.changes)
    expect(groups.map(({ kind, changes }) => `${kind} ${changes.map(({ type }) => type)}`)).toEqual([
      'account write_resource',
      'table write_table_item,write_table_item,delete_table_item',
      'account delete_resource',
    ])
  })

  test('transactions of every kind, malformed ones included, have a sentence and a row', () => {
    const broken = { type: 'odd_transaction', hash: '0x1', changes: null, events: 'none', payload: null }
    for (const one of [...(ledger[1]?.transactions ?? []), transactions[1], broken]) {
      const transaction = JSON.parse(JSON.stringify(one))
      expect(aptosSentenceText(aptosTransactionSentence(transaction, undefined))).toMatch(/\.$/)
      expect(ledgerTransactionRow(transaction).hash).toMatch(/^0x/)
    }
  })
})
