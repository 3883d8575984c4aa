import { describe, expect, test } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { plainAssetRows } from './plain-asset-rows.ts'
import { hasRecordings, indexRecorded, recordedTransactions } from './recorded-transactions.ts'

const text = (bytes: Uint8Array | null): string | null => bytes && toHex(bytes)

describe.runIf(hasRecordings).each(dialects)('recorded coins and fungible assets on %s', (dialect) => {
  const createStore = aptosStores(dialect)

  test.each(['mainnet', 'testnet', 'devnet'])(
    '%s: activities and balances match an independent computation from the write sets',
    async (network) => {
      const transactions = recordedTransactions(network)
      const store = await createStore()
      await indexRecorded(store, transactions, ['digital_assets', 'fungible_assets'])

      const { activities, balances } = plainAssetRows(transactions)
      const rows = await store.db
        .selectFrom('aptos_asset_activities')
        .selectAll()
        .orderBy('transaction_version')
        .orderBy('event_index')
        .execute()
      expect(
        rows.map((row) =>
          [
            ...[row.transaction_version, row.event_index, text(row.owner_address), toHex(row.storage_id)],
            ...[text(row.asset_id), row.amount, row.event_type, text(row.gas_fee_payer_address)],
            ...[row.is_transaction_success === 1, row.storage_refund_amount, row.token_standard, row.is_frozen],
          ].join(' '),
        ),
      ).toEqual(activities)

      const stored = await store.db.selectFrom('aptos_asset_balances').selectAll().execute()
      const asPlain = stored.map((row) => [
        toHex(row.storage_id),
        {
          owner: toHex(row.owner_address),
          asset: toHex(row.asset_id),
          v1: row.amount_v1,
          v2: row.amount_v2,
          isPrimary: row.is_primary === 1,
          isFrozen: row.is_frozen === 1,
        },
      ])
      expect(Object.fromEntries(asPlain)).toEqual(Object.fromEntries(balances))
      for (const { amount, amount_v1, amount_v2 } of stored)
        expect(fromSortable(amount)).toBe(BigInt(amount_v1 ?? 0) + BigInt(amount_v2 ?? 0))

      const days = await store.db.selectFrom('aptos_asset_days').select('activity_count').execute()
      const counted = rows.filter((row) => row.event_index >= 0 && row.asset_id !== null)
      expect(days.reduce((sum, { activity_count }) => sum + activity_count, 0)).toBe(counted.length)
    },
  )
})
