import { describe, expect, test } from 'vitest'
import { nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { createAptosIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { toHex } from '#lib/base/bytes.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { alice, bob, carolShort, event, userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { type LedgerNode, nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import { dialects } from '#tests/store/test-stores.ts'

const storeOf = (owner: string) => `0x57${owner.slice(4)}`
const escrow = `0x${'e5'.repeat(32)}`
const idOf = (edition: number) => ({
  token_data_id: { creator: carolShort, collection: 'Shells', name: 'Shell #1' },
  property_version: String(edition),
})
const write = (handle: string, edition: number, amount: number) => ({
  type: 'write_table_item',
  handle,
  key: '0x00',
  value: '0x00',
  data: {
    key: idOf(edition),
    key_type: '0x3::token::TokenId',
    value: { id: idOf(edition), amount: String(amount), token_properties: { map: { data: [] } } },
    value_type: '0x3::token::Token',
  },
})
const remove = (handle: string, edition: number) => ({
  type: 'delete_table_item',
  handle,
  key: '0x00',
  data: { key: idOf(edition), key_type: '0x3::token::TokenId' },
})
const deposit = (account: string, edition: number, amount = 1) =>
  event('0x3::token::TokenDeposit', { account, id: idOf(edition), amount: String(amount) })
const withdrawal = (account: string, edition: number, amount = 1) =>
  event('0x3::token::TokenWithdraw', { account, id: idOf(edition), amount: String(amount) })

/** Stores that were made before the ledger's first version that is indexed. */
const resources = new Map(
  [alice, bob].map((owner) => [`${owner} 0x3::token::TokenStore`, { tokens: { handle: storeOf(owner) } }]),
)
const ledgerOf = (...transactions: { events: unknown[]; changes: unknown[] }[]) =>
  transactions.map((parts, version) => userTransaction({ ...parts, version: String(version) }))

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  const indexing = async (node: LedgerNode) => {
    const store = await createStore()
    const client = nodeOf({ node })
    const reader = createVersionReader(client, { chainId: 4, contents: [] })
    const index = createAptosIndex(store, 4, { from: 0, contents: [], lookUp: nodeLookUp(client) })
    const append = async (from: number, to = from) =>
      index.append(await reader.blocks(from, to), { latest: to, finalized: to })
    const holdings = async () => {
      const rows = await store.db
        .selectFrom('aptos_token_ownerships')
        .select(['owner_address', 'property_version', 'amount'])
        .orderBy('property_version')
        .orderBy('amount')
        .execute()
      return rows.map((row) => [toHex(row.owner_address), row.property_version, row.amount])
    }
    return { store, append, holdings }
  }

  test('editions sent to different accounts in one transaction get their owners, with one request per store', async () => {
    const requests: string[] = []
    const move = {
      events: [withdrawal(bob, 1), deposit(alice, 1), withdrawal(alice, 2), deposit(bob, 2)],
      changes: [
        write(storeOf(bob), 2, 1),
        remove(storeOf(bob), 1),
        write(storeOf(alice), 1, 1),
        remove(storeOf(alice), 2),
      ],
    }
    const { append, holdings } = await indexing({ transactions: ledgerOf(move, move), resources, requests })
    await append(0)
    await append(1)
    expect(await holdings()).toEqual([
      [bob, '1', '0'],
      [alice, '1', '1'],
      [alice, '2', '0'],
      [bob, '2', '1'],
    ])
    expect(requests.filter((path) => path.includes('/resource/'))).toHaveLength(2)
  })

  test('a token moved into an escrow table has no owner', async () => {
    const listing = {
      events: [withdrawal(alice, 1)],
      changes: [remove(storeOf(alice), 1), write(escrow, 1, 1)],
    }
    const { append, holdings } = await indexing({ transactions: ledgerOf(listing), resources })
    await append(0)
    expect(await holdings()).toEqual([[alice, '1', '0']])
  })

  test("nothing of a step is stored while a store's owner cannot be fetched", async () => {
    let isDown = true
    const node: LedgerNode = {
      transactions: ledgerOf({ events: [deposit(alice, 1, 3)], changes: [write(storeOf(alice), 1, 3)] }),
      resources,
      bend: (answer, start) => (isDown && start === undefined ? new Response('', { status: 502 }) : answer),
    }
    const { store, append, holdings } = await indexing(node)
    await expect(append(0)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(await dumpIndex(store)).toEqual([])
    isDown = false
    await append(0)
    expect(await holdings()).toEqual([[alice, '1', '3']])
  })

  test('a store with bytes that are not a token is refused, and nothing of the step is stored', async () => {
    const key = `0x${'0c'.repeat(32)}065368656c6c73085368656c6c2023310100000000000000`
    const broken = { ...write(storeOf(alice), 1, 1), key, data: null }
    const transactions = ledgerOf({ events: [deposit(alice, 1)], changes: [broken] })
    const { store, append } = await indexing({ transactions, resources })
    await expect(append(0)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(await dumpIndex(store)).toEqual([])
  })
})
