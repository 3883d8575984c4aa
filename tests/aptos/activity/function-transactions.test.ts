import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createAptosActivityService } from '#lib/aptos/activity/activity-service.ts'
import { aptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId, nftOptions } from '#tests/aptos/nft/nft-services.ts'
import { dialects } from '#tests/store/test-stores.ts'

const apt = toBytes32(`0x${'a'.padStart(64, '0')}`)
const swap = (address: string) => `${address}::market::swap`
const short = swap(`0x${'b1'.repeat(31)}`)
const long = swap(`0x00${'b1'.repeat(31)}`)

const activity = (version: number, event_index: number, entry_function: string | null, success: 0 | 1 = 1) => ({
  ...{ chain_id: chainId, transaction_version: version, event_index, transaction_timestamp: version * 1_000_000 },
  ...{ asset_id: apt, owner_address: toBytes32('0x7'), storage_id: toBytes32('0x8'), gas_fee_payer_address: null },
  ...{ token_standard: 'v1' as const, event_type: '', amount: String(version), is_frozen: null },
  ...{ is_transaction_success: success, entry_function, storage_refund_amount: '0' },
})

const fill = async ({ db }: Store<AptosTables>): Promise<void> => {
  await db
    .insertInto('aptos_intervals')
    .values({ chain_id: chainId, first_version: 0, last_version: 99, last_hash: Buffer.alloc(32) })
    .execute()
  await db
    .insertInto('aptos_asset_activities')
    .values([
      ...[2, 5, 9].map((version) => activity(version, -1, short)),
      ...[4, 7].map((version) => activity(version, -1, long, 0)),
      // A deposit of a transaction is no transaction of its own.
      activity(9, 3, short),
      activity(6, -1, swap('0x1')),
      activity(8, -1, null),
      activity(3, -1, `0x1::m::${'f'.repeat(2_000)}`),
    ])
    .execute()
}

const asking = (store: Store<AptosTables>) => {
  const { aptosFunctionTransactions } = createAptosActivityService(nftOptions(store))
  const api = aptosActivityApi.aptosFunctionTransactions
  return async (raw: { function: string; limit?: number; cursor?: string }) =>
    readOutput(api, await aptosFunctionTransactions(parseInput(api, raw)))
}

describe.each(dialects)('the transactions of a function on %s', (dialect) => {
  const createStore = aptosStores(dialect)

  test('are those with its name, with and without leading zeros, newest first in pages of any size', async () => {
    const store = await createStore()
    await fill(store)
    const ask = asking(store)
    for (const name of [short, long])
      for (const limit of [1, 2, 10]) {
        const walked: string[] = []
        let cursor: string | null | undefined
        while (cursor !== null) {
          const page = await ask({ function: name, limit, cursor })
          walked.push(...page.result.map(({ version, success }) => `${version} ${success}`))
          cursor = page.cursor
        }
        expect(walked).toEqual(['9 true', '7 false', '5 true', '4 false', '2 true'])
      }
    expect((await ask({ function: '0x1::market::swap' })).result).toMatchObject([{ version: '6', gas_fee: '6' }])
    expect((await ask({ function: '0x1::market::buy' })).result).toEqual([])
  })
})

test('they are a range of an index', async () => {
  const store = await aptosStores('sqlite')()
  await fill(store)
  const queries: CompiledQuery[] = []
  const spied = store.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(store.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const ask = asking({ ...store, db: spied as typeof store.db })
  const { cursor } = await ask({ function: short, limit: 2 })
  await ask({ function: short, limit: 2, cursor: cursor ?? undefined })
  const plans = await Promise.all(
    queries
      .filter(({ sql }) => sql.includes('entry_function'))
      .map(async ({ sql, parameters }) => {
        const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
        return (await store.db.executeQuery<{ detail: string }>(plan)).rows.map(({ detail }) => detail)
      }),
  )
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).toEqual([expect.stringContaining('aptos_asset_activities_by_function')])
})
