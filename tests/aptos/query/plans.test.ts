import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ActivityQuery, type ActivityRange, distinctActivityPlaces } from '#lib/aptos/nft/activity-ranges.ts'
import { heldRowsOfTokens } from '#lib/aptos/nft/holdings-as-of.ts'
import { notInCollections, walletRanges } from '#lib/aptos/nft/nft-transfers.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { addressOf, bytesOf, collectionOf, tokenOf } from '#tests/aptos/nft/token-ledger.ts'

const createStore = aptosStores('sqlite')
const createPostgresStore = aptosStores('postgres')
const wallets = (count: number) => walletRanges(Array.from({ length: count }, (_, index) => addressOf(index)))
const columns = ['collection_data_id_hash', 'creator_address', 'token_data_id_hash'] as const

test('positions are read from index ranges merged side by side, without table scans or sorting', async () => {
  const { db } = await createStore()
  const single = columns.map((column): ActivityRange[] => [{ column, value: bytesOf(collectionOf(0)) }])
  for (const ranges of [...single, wallets(1), wallets(25)])
    for (const before of [undefined, { version: 9, event: 1 }])
      for (const filters of [[], notInCollections([collectionOf(1)])]) {
        const query: ActivityQuery = { chainId: 1, ranges, filters, before, floor: { version: 2, event: 0 } }
        const plan = sql<{ detail: string }>`explain query plan ${distinctActivityPlaces(db, query, 101)}`
        const steps = (await plan.execute(db)).rows.map(({ detail }) => detail)
        const reads = steps.filter((step) => /^(SEARCH|SCAN) p\b/.test(step))
        expect(reads).toHaveLength(ranges.length)
        for (const read of reads) {
          expect(read).toContain('USING COVERING INDEX aptos_token_activities_by_')
          expect(read).toMatch(/chain_id=\? AND \w+=\? AND \(transaction_version,event_index\)/)
        }
        const filtered = steps.filter((step) => /^(SEARCH|SCAN) t\b/.test(step))
        expect(filtered).toHaveLength(filters.length ? ranges.length : 0)
        for (const read of filtered) expect(read).toMatch(/chain_id=\? AND transaction_version=\? AND event_index=\?/)
        expect(steps.join()).not.toContain('TEMP B-TREE')
      }
})

test('each range has its own limit on PostgreSQL, so that no shard sends more rows than the list needs', async () => {
  const { db } = await createPostgresStore()
  for (const addresses of [1, 25]) {
    const ranges = wallets(addresses)
    const query: ActivityQuery = { chainId: 1, ranges, before: undefined }
    const plan = sql<{ 'QUERY PLAN': string }>`explain ${distinctActivityPlaces(db, query, 101)}`
    const steps = (await plan.execute(db)).rows.map((row) => row['QUERY PLAN'])
    // One for each range, one for the ranges together, one for the distinct places.
    expect(steps.filter((step) => /^\s*(-> +)?Limit /.test(step))).toHaveLength(ranges.length + 2)
  }
})

test('holdings are read from the index of each token, side by side', async () => {
  const { db } = await createStore()
  const tokens = Array.from({ length: 25 }, (_, index) => bytesOf(tokenOf(0, index)))
  for (const before of [
    undefined,
    { version: 9, token: tokenOf(0, 3), propertyVersion: '0', owner: 'ab'.repeat(32) },
  ]) {
    const plan = sql<{ detail: string }>`explain query plan ${heldRowsOfTokens(1, tokens, before, 101)}`
    const steps = (await plan.execute(db)).rows.map(({ detail }) => detail)
    const reads = steps.filter((step) => /^(SEARCH|SCAN) o\b/.test(step))
    expect(reads).toHaveLength(25)
    for (const read of reads) expect(read).toContain('aptos_token_ownerships_by_token')
    expect(steps.join()).not.toContain('TEMP B-TREE')
  }
})
