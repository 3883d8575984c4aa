import { describe, expect, test } from 'vitest'
import { tokenDataIdHash } from '#lib/aptos/chain/decode/bytes.ts'
import { nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { createAptosIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { type ChanceLedger, chanceLedger, type Holdings } from '#tests/aptos/chain/ingest/chance-ledger.ts'
import { nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'

const chainId = 4

/** Indexes first..last of the ledger in batches of random sizes. */
const indexRange = async (
  store: Store<AptosTables>,
  ledger: ChanceLedger,
  { first, last, seed }: { first: number; last: number; seed: number },
): Promise<void> => {
  const chance = createChance(seed)
  const node = nodeOf({ node: { transactions: ledger.transactions, resources: ledger.resources } })
  const reader = createVersionReader(node, { chainId, contents: [] })
  const index = createAptosIndex(store, chainId, { from: first, contents: [], lookUp: nodeLookUp(node) })
  for (let from = first; from <= last; ) {
    const versions = await reader.blocks(from, Math.min(last, from + chance.integer(0, 120)))
    await index.append(versions, { latest: last, finalized: last })
    from += versions.length
  }
}

const held = async (store: Store<AptosTables>): Promise<Holdings> => {
  const rows = await store.db.selectFrom('aptos_token_ownerships').selectAll().where('amount', '<>', '0').execute()
  return new Map(
    rows.map((row) => [
      [toHex(row.owner_address), toHex(row.token_data_id_hash), row.property_version].join(' '),
      row.amount,
    ]),
  )
}

/** The books' names as the index has them. */
const byHash = (holdings: Holdings): Holdings => new Map([...holdings].map(([key, amount]) => [hashed(key), amount]))
const hashed = (key: string): string => {
  const [, owner = '', creator = '', collection = '', name = '', version] =
    /^(\S+) (\S+) (.*?::things) (.*) (\d+)$/s.exec(key) ?? []
  return [owner, toHex(tokenDataIdHash({ creator, collection, name })), version].join(' ')
}

const sorted = (holdings: Holdings) => [...holdings].sort(([a], [b]) => (a < b ? -1 : 1))

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  test.each([1, 2, 3])("owners match the ledger's own records, wherever batches end (%i)", async (seed) => {
    const ledger = chanceLedger({ seed, length: 250, moduleEraFrom: 120, tablesKnown: 0.7 })
    const last = ledger.transactions.length - 1
    const dumps: string[][] = []
    for (const borders of [1, 2]) {
      const store = await createStore()
      await indexRange(store, ledger, { first: 0, last, seed: borders })
      expect(sorted(await held(store))).toEqual(sorted(byHash(ledger.holdings)))
      dumps.push(await dumpIndex(store))
      const activities = await store.db
        .selectFrom('aptos_token_activities')
        .select(['transaction_version', 'event_index', 'transfer_type'])
        .orderBy('transaction_version')
        .orderBy('event_index')
        .execute()
      expect(activities.map((row) => `${row.transaction_version} ${row.event_index} ${row.transfer_type}`)).toEqual(
        ledger.events,
      )
    }
    expect(dumps[1]).toEqual(dumps[0])
  })

  test.each([4, 5])(
    'token stores created before the start are found, and later changes are right (%i)',
    async (seed) => {
      const ledger = chanceLedger({ seed, length: 300, moduleEraFrom: 80, tablesKnown: 0.5 })
      const [first, last] = [180, ledger.transactions.length - 1]
      const touched = new Set(ledger.touched.slice(first).flatMap((keys) => [...keys]))
      const changed = new Map([...ledger.holdings].filter(([key]) => touched.has(key)))
      const store = await createStore()
      await indexRange(store, ledger, { first, last, seed })
      const found = await held(store)
      expect(changed.size).toBeGreaterThan(20)
      expect(Object.fromEntries(found)).toMatchObject(Object.fromEntries(byHash(changed)))
      expect(Object.fromEntries(byHash(ledger.holdings))).toMatchObject(Object.fromEntries(found))
    },
  )

  test('backfilling an earlier part leaves later state unchanged', async () => {
    const ledger = chanceLedger({ seed: 6, length: 200, moduleEraFrom: 100 })
    const last = ledger.transactions.length - 1
    const [straight, patched] = [await createStore(), await createStore()]
    await indexRange(straight, ledger, { first: 0, last, seed: 1 })
    await indexRange(patched, ledger, { first: 120, last, seed: 1 })
    await indexRange(patched, ledger, { first: 0, last: 140, seed: 2 })
    expect(await dumpIndex(patched)).toEqual(await dumpIndex(straight))
  })
})
