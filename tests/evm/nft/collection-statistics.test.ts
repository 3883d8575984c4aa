import { describe, expect, test } from 'vitest'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { sortableZero } from '#lib/base/sortable-integer.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { countErc20Transfers } from '#lib/evm/chain/write/count-erc20-transfers.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { collectionStatisticsQuery } from '#lib/evm/nft/collection-statistics.ts'
import { contractRatingQuery } from '#lib/evm/nft/ratings.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import {
  contractOf as coinOf,
  insertBlocks,
  insertContract,
  insertTokenRows,
  queryContext,
  randomTokenRows,
  timestampAt,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { addTransfers, contractOf, holdingsOf, randomTransfers, zeroAddress } from './nft-lists-fixture.ts'

const chain = 1
const dayText = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

describe.each(dialects)('contract statistics on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const statistics = async (store: Store<EvmTables>, address: string, days = 3) => {
    const input = parseInput(evmExplorerApi.evmCollectionStatistics, { address, days, chain: 'eth' })
    const answer = await collectionStatisticsQuery(queryContext(store))(
      input as Input<(typeof evmExplorerApi)['evmCollectionStatistics']>,
    )
    return evmExplorerApi.evmCollectionStatistics.output.parse(answer)
  }

  test('count tokens and owners after all transfers, for both standards', async () => {
    const store = await createStore()
    const transfers = await addTransfers(store, [], randomTransfers(seeded(11), { first: 1, last: 50 }), 50)
    for (const index of [0, 1, 2, 3]) {
      const contract = contractOf(index)
      const held = holdingsOf(transfers).filter((one) => one.contract === contract && one.amount > 0n)
      const own = transfers.filter((one) => one.contract === contract)
      expect(await statistics(store, contract)).toMatchObject({
        tokens: new Set(held.map(({ tokenId }) => tokenId)).size,
        owners: new Set(held.map(({ owner }) => owner).filter((owner) => owner !== zeroAddress)).size,
        transfers: own.length,
        is_counted: true,
      })
    }
  })

  test("count a token's transfers by day, with the first and the last", async () => {
    const store = await createStore()
    const random = seeded(12)
    const own: Erc20TransferRow[] = []
    for (const first of [0, 12_000, 29_900]) {
      const rows = randomTokenRows(first, first + 100, random)
      await insertBlocks(store, first, first + 100)
      await insertTokenRows(store, rows)
      await store.db
        .transaction()
        .execute((transaction) => countErc20Transfers(store, transaction, chain, rows.erc20Transfers, { sign: 1 }))
      own.push(...rows.erc20Transfers.filter(({ token_address }) => toHex(token_address) === coinOf(0)))
    }
    await insertContract(store, coinOf(0), { kind: 'ERC20' })
    const byDay = Map.groupBy(own, ({ block_number }) => dayText(timestampAt(block_number)))
    const answer = await statistics(store, coinOf(0), 5)
    const last = timestampAt(30_000)
    expect(answer.days).toEqual(
      Array.from({ length: 5 }, (_, index) => dayText(last - (4 - index) * 86_400)).map((day) => ({
        day,
        transfers: byDay.get(day)?.length ?? 0,
      })),
    )
    expect(answer).toMatchObject({
      tokens: null,
      owners: null,
      is_counted: true,
      transfers: own.length,
      first_transfer: { block_number: String(own[0]?.block_number) },
      last_transfer: { block_number: String(own.at(-1)?.block_number) },
    })
  })

  test("take an ERC20 token's kept sums, however many transfers there are", async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 10)
    await insertContract(store, coinOf(0), { kind: 'ERC20' })
    const token_address = toBytes(coinOf(0))
    const sums = { chain, transfers: 2_500_000, holders: 0, overdrawn: 0, built_to: -1, token_address }
    await store.db
      .insertInto('evm_erc20_tokens')
      .values({ ...sums, first_block: 0, supply: sortableZero })
      .execute()
    const day = Math.floor(timestampAt(10) / 86_400)
    await store.db
      .insertInto('evm_erc20_days')
      .values({ chain, day, transfers: 1_200_000, holders: 0, token_address })
      .execute()
    expect(await statistics(store, coinOf(0), 1)).toMatchObject({
      transfers: 2_500_000,
      is_counted: true,
      days: [{ day: dayText(timestampAt(10)), transfers: 1_200_000 }],
    })
  })

  test('are empty for an unknown contract', async () => {
    const store = await createStore()
    const answer = await statistics(store, walletOf(1), 1)
    expect(answer).toMatchObject({ tokens: 0, owners: 0, transfers: 0, first_transfer: null, last_transfer: null })
    expect(answer.days).toEqual([{ day: dayText(1_700_000_000), transfers: 0 }])
  })

  test("explain why a contract is spam: the operator's entry first, then the reasons of its score", async () => {
    const store = await createStore()
    const [rated, listed, verified, waiting] = [1, 2, 3, 4].map(walletOf) as [string, string, string, string]
    const reasons = [{ rule: 'words', weight: 60, text: 'Words.' }]
    const row = { chain, score: 60, reasons: JSON.stringify(reasons), rated_at: 1_600_000_000_000, due_at: null }
    for (const address of [rated, listed, verified])
      await store.db
        .insertInto('evm_ratings')
        .values({ ...row, address: toBytes(address) })
        .execute()
    await store.db
      .insertInto('evm_ratings')
      .values({ ...row, score: 0, rated_at: 0, address: toBytes(waiting) })
      .execute()
    const known = createKnownAddresses({
      spam: [{ chain, address: listed, text: '' }],
      verified: [{ chain, address: verified, text: '' }],
    })
    const ask = async (address: string) => {
      const answer = await contractRatingQuery(queryContext(store, { known }))({ chain: 'eth', address })
      return evmExplorerApi.evmContractRating.output.parse(answer)
    }
    expect(await ask(rated)).toEqual({
      possible_spam: true,
      verified: false,
      score: 60,
      reasons,
      rated_at: '2020-09-13T12:26:40.000Z',
    })
    expect(await ask(listed)).toMatchObject({
      possible_spam: true,
      reasons: [{ rule: 'operator', weight: 100 }, ...reasons],
    })
    expect(await ask(verified)).toMatchObject({
      possible_spam: false,
      verified: true,
      reasons: [{ rule: 'operator' }, ...reasons],
    })
    for (const address of [waiting, walletOf(5)])
      expect(await ask(address)).toEqual({
        possible_spam: false,
        verified: false,
        score: null,
        reasons: [],
        rated_at: null,
      })
  })
})
