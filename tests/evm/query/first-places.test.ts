import { describe, expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { firstPlaces, type ManyRanges } from '#lib/evm/query/merged-ranges.ts'
import { comparePositions, type ListPosition, rangesOf, readPosition } from '#lib/evm/query/ranged-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { evmStores } from './evm-stores.ts'
import { walletOf } from './random-chain.ts'
import { insertTokenRows, randomTokenRows } from './token-rows-fixture.ts'

const tables = ['evm_erc20_transfers', 'evm_erc20_approvals', 'evm_nft_transfers'] as const
const sides = ['from_address', 'to_address'] as const

describe.each(dialects)('the first places of many ranges on %s', (dialect) => {
  const createStore = evmStores(dialect)
  /** Five wallets have all of them: their ranges are read twice, those of others have nothing. */
  const rows = randomTokenRows(0, 80, seeded(3), { wallets: 5, contracts: 4 })
  const rowsOf = {
    evm_erc20_transfers: rows.erc20Transfers,
    evm_erc20_approvals: rows.erc20Approvals,
    evm_nft_transfers: rows.nftTransfers,
  }

  const naive = ({ table, ranges, floor, before, isAscending }: ManyRanges, count: number): ListPosition[] => {
    const wanted = new Set(ranges.map(({ column, address }) => `${column} ${toHex(address)}`))
    const positions = rowsOf[table]
      .filter((row) => sides.some((side) => wanted.has(`${side} ${toHex(row[side])}`)))
      .map((row) => readPosition(table, row))
      .filter(
        (position) => comparePositions(floor, position) <= 0 && (!before || comparePositions(position, before) < 0),
      )
      .sort(comparePositions)
    return (isAscending ? positions : positions.toReversed()).slice(0, count)
  }

  test('are those that a scan of all rows finds, in both orders and between any bounds', async () => {
    const store = await createStore()
    await insertTokenRows(store, rows)
    const random = seeded(11)
    const some = (max: number): number => Math.floor(random() * max)
    let found = 0
    for (let turn = 0; turn < 150; turn++) {
      const [first, count] = [some(5), 1 + some(60)]
      const wallets = Array.from({ length: count }, (_, index) => toBytes(walletOf(first + index)))
      const table = tables[turn % 3] ?? tables[0]
      const zeros = table === 'evm_nft_transfers' ? [0, 0] : [0]
      const list: ManyRanges = {
        ...{ table, chain: 1, ranges: rangesOf(sides, wallets), isAscending: random() < 0.5 },
        floor: [random() < 0.5 ? 0 : some(80), ...zeros],
        before: random() < 0.5 ? undefined : [some(90), some(4), ...zeros.slice(1)],
      }
      const most = 1 + some(turn % 2 ? 120 : 12)
      const positions = await firstPlaces(store.db, list, most)
      expect(positions, JSON.stringify({ ...list, ranges: wallets.length, first, most })).toEqual(naive(list, most))
      found += positions.length
    }
    expect(found).toBeGreaterThan(1_000)
  })
})
