import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { distinctPlaces, type MergedRanges } from '#lib/evm/query/merged-ranges.ts'
import { type IndexRange, rangesOf } from '#lib/evm/query/ranged-chain.ts'
import { evmStores } from './evm-stores.ts'
import { walletOf } from './random-chain.ts'

const createStore = evmStores('sqlite')
const createPostgresStore = evmStores('postgres')

const wallets = (count: number): IndexRange[] =>
  Array.from({ length: count }, (_, index) => toBytes(walletOf(index))).flatMap((address) => [
    { column: 'from_address', address },
    { column: 'to_address', address },
  ])

test('positions are read from index ranges merged side by side, without table scans or sorting', async () => {
  const { db } = await createStore()
  const tables = ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const
  const contract: IndexRange[] = [{ column: 'token_address', address: toBytes(walletOf(0)) }]
  const contracts = rangesOf(
    ['token_address'],
    Array.from({ length: 100 }, (_, index) => toBytes(walletOf(index))),
  )
  for (const table of tables)
    for (const ranges of [[], contract, contracts, wallets(1), wallets(100)])
      for (const [before, isAscending] of [
        [undefined],
        [[9]],
        [[9, 1, 0]],
        [undefined, true],
        [[9, 1, 0], true],
      ] as const) {
        const merged: MergedRanges = { table, chain: 1, ranges, floor: [3], before, isAscending }
        const plan = sql<{ detail: string }>`explain query plan ${distinctPlaces(db, merged, 101)}`
        const steps = (await plan.execute(db)).rows.map(({ detail }) => detail)
        const reads = steps.filter((step) => /^(SEARCH|SCAN) evm_/.test(step))
        expect(reads).toHaveLength(Math.max(1, ranges.length))
        for (const read of reads) expect(read).toMatch(/^SEARCH \w+ USING COVERING INDEX .*\(block_number,log_index/)
        expect(steps.join()).not.toContain('TEMP B-TREE')
      }
})

test('each range has its own limit on PostgreSQL, so that no shard sends more rows than the list needs', async () => {
  const { db } = await createPostgresStore()
  for (const count of [1, 25]) {
    const merged: MergedRanges = {
      ...{ table: 'evm_erc20_transfers', chain: 1, ranges: wallets(count) },
      ...{ floor: [0], before: undefined },
    }
    const plan = sql<{ 'QUERY PLAN': string }>`explain ${distinctPlaces(db, merged, 101)}`
    const steps = (await plan.execute(db)).rows.map((row) => row['QUERY PLAN'])
    // One for each range, one for the ranges together, one for the distinct places.
    expect(steps.filter((step) => /^\s*(-> +)?Limit /.test(step))).toHaveLength(2 * count + 2)
  }
})
