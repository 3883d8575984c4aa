import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import type { Json } from '#tests/demo-recorder/aptos/write-set.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { burnAddress, type PlainTokens, plainTokenRows } from './plain-token-rows.ts'
import { hasRecordings, indexRecorded, recordedTransactions } from './recorded-transactions.ts'

const unrecorded = { creator: '0xc0', name: 'not recorded', uri: '' }

/** The token stores of accounts whose newer events are recorded without them. */
const tokenStores = {
  '0x348cd99611633b0eb8ee803016bcd26bae4ce9d2954da8ab060cd90ecea39118':
    '0x5b2921d6a8a8a6565432e265672fd6b9a06e243c31a7634f207eefc88fb2e7cf',
  '0xbf0a07a9eb77fc7a2ec8f48356e2968fb489494da37673ded619b94cb323f42f':
    '0x9ccf0cb7fe70e9b75633ce047dc1fba808431724f36219f9fe95585882f6ff05',
  '0xc02399a3dadb83d363802e3fc990eceade0e9b2a9a6dc180a092a60b0c17566f':
    '0x03cb17a570f807158c816f0eb51f2e32daa9216722633f90689c30b4868384e2',
}

/** What of a transaction leads to older state. */
const recordedParts = z.object({
  changes: z
    .array(
      z.object({
        data: z
          .object({
            type: z.string(),
            data: z.object({ collection: z.object({ inner: z.string() }).optional().catch(undefined) }),
          })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
  events: z.array(z.object({ type: z.string(), guid: z.object({ account_address: z.string() }) })).default([]),
})

/** State that every full node has and the recordings lack: collections and token stores written earlier. */
const resourcesFor = (transactions: readonly Json[]): Map<string, unknown> => {
  const resources = new Map<string, unknown>()
  const recorded = z.array(recordedParts).parse(transactions)
  const collections = recorded.flatMap(({ changes, events }) => [
    ...changes.flatMap(({ data }) => (data?.type === '0x4::token::Token' ? (data.data.collection?.inner ?? []) : [])),
    ...events.flatMap(({ type, guid }) => (type === '0x4::collection::BurnEvent' ? [guid.account_address] : [])),
  ])
  for (const address of collections) resources.set(`${shortAddress(address)} 0x4::collection::Collection`, unrecorded)
  for (const [account, handle] of Object.entries(tokenStores))
    resources.set(`${account} 0x3::token::TokenStore`, { tokens: { handle } })
  return resources
}

const text = (bytes: Uint8Array | null): string | null => bytes && toHex(bytes)

/** The index in the form of the plain rows. */
const indexedRows = async ({ db }: Store<AptosTables>): Promise<PlainTokens> => {
  const activities = await db
    .selectFrom('aptos_token_activities')
    .selectAll()
    .orderBy('transaction_version')
    .orderBy('event_index')
    .execute()
  const ownerships = await db.selectFrom('aptos_token_ownerships').selectAll().execute()
  const tokens = await db.selectFrom('aptos_tokens').selectAll().execute()
  const collections = await db.selectFrom('aptos_collections').selectAll().execute()
  return {
    activities: activities.map((row) =>
      [
        ...[row.transaction_version, row.event_index, row.transfer_type, toHex(row.token_data_id_hash)],
        ...[row.property_version, text(row.from_address), text(row.to_address), row.token_amount],
      ].join(' '),
    ),
    ownerships: new Map(
      ownerships.map((row) => [
        [toHex(row.token_data_id_hash), row.property_version, toHex(row.owner_address)].join(' '),
        `${row.amount} at ${row.last_transaction_version}`,
      ]),
    ),
    tokens: new Map(
      tokens.map((row) => [
        toHex(row.token_data_id_hash),
        [toHex(row.collection_data_id_hash), row.name, row.uri, row.token_standard].join(' '),
      ]),
    ),
    collections: new Map(
      collections
        .filter(({ name }) => name !== unrecorded.name)
        .map((row) => [
          toHex(row.collection_data_id_hash),
          [toHex(row.creator_address), row.name, row.uri, row.token_standard].join(' '),
        ]),
    ),
  }
}

type Difference = { table: keyof PlainTokens; key: string; ours: string | undefined; theirs: string | undefined }

const keyed = (activities: readonly string[]): Map<string, string> =>
  new Map(activities.map((row) => [row.split(' ').slice(0, 2).join(' '), row]))

const differences = (ours: PlainTokens, theirs: PlainTokens): Difference[] =>
  (['activities', 'ownerships', 'tokens', 'collections'] as const).flatMap((table) => {
    const rowsOf = (side: PlainTokens) => (table === 'activities' ? keyed(side.activities) : side[table])
    const [mine, other] = [rowsOf(ours), rowsOf(theirs)]
    return [...new Set([...mine.keys(), ...other.keys()])]
      .map((key) => ({ table, key, ours: mine.get(key), theirs: other.get(key) }))
      .filter(({ ours, theirs }) => ours !== theirs)
  })

type Oddity = { words: string; of: keyof PlainTokens; isIt: (difference: Difference) => boolean }

const withoutOwner = (row: string | undefined): string | undefined => row?.replace(` ${burnAddress} `, '  ')

/** Every kind of difference, and why the index has another row than the processor, or has or lacks one. */
const oddities: readonly Oddity[] = [
  {
    words:
      'a mint or an old burn of an object without ObjectCore: the processor says 0x0, the index an unknown account',
    of: 'activities',
    isIt: ({ ours, theirs }) => / 0x4::collection::(Mint|Burn)Event /.test(ours ?? '') && ours === withoutOwner(theirs),
  },
  {
    words: 'an old burn of an asset that the transaction had moved: the index says from whom, the processor 0x0',
    of: 'activities',
    isIt: ({ ours, theirs }) => / 0x4::collection::BurnEvent /.test(ours ?? '') && withoutOwner(theirs) !== theirs,
  },
  {
    words: 'owners in between of an asset that was burned in the same transaction: the index ends their holding',
    of: 'ownerships',
    isIt: ({ ours, theirs }) => theirs === undefined && ours?.startsWith('0 at ') === true,
  },
  {
    words: 'a burned asset that nothing says the owner of: the processor writes the owner `unknown`',
    of: 'ownerships',
    isIt: ({ key, ours }) => ours === undefined && key.endsWith(' unknown'),
  },
  {
    words: 'the name and URI of a burned asset: the processor empties them, the index keeps what its pages show',
    of: 'tokens',
    isIt: ({ theirs }) => theirs?.endsWith('   v2') === true,
  },
  {
    words: 'a collection of module 0x3 that only an event names: the index lists it, without a URI',
    of: 'collections',
    isIt: ({ ours, theirs }) => theirs === undefined && ours?.endsWith('  v1') === true,
  },
]

const expected: Record<string, readonly number[]> = {
  mainnet: [77, 72, 144, 78, 81, 11],
  testnet: [0, 0, 0, 0, 1, 0],
  devnet: [0, 0, 0, 0, 0, 2],
}

describe.runIf(hasRecordings).each(dialects)('recorded tokens on %s', (dialect) => {
  const createStore = aptosStores(dialect)

  test.each(Object.keys(expected))(
    '%s: every row is that of the token processor, or differs for a known reason',
    async (network) => {
      const transactions = recordedTransactions(network)
      const store = await createStore()
      await indexRecorded(store, transactions, ['digital_assets'], resourcesFor(transactions))

      const found = differences(await indexedRows(store), plainTokenRows(transactions))
      const of = (difference: Difference) =>
        oddities.find(({ of, isIt }) => of === difference.table && isIt(difference))
      expect(found.filter((difference) => of(difference) === undefined)).toEqual([])
      const counts = oddities.map((oddity) => found.filter((difference) => of(difference) === oddity).length)
      expect(counts).toEqual(expected[network])
    },
  )
})
