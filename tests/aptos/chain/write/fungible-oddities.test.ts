import { describe, expect, test } from 'vitest'
import { pairedMetadata, primaryStore } from '#lib/aptos/chain/decode/asset-ids.ts'
import { decodeVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import { createAptosIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { toHex } from '#lib/base/bytes.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { alice, bob, carol, carolShort, event, userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { dialects } from '#tests/store/test-stores.ts'

const apt = '0x1::aptos_coin::AptosCoin'
const aptId = `0x${'a'.padStart(64, '0')}`
const shell = `0x${'5e'.repeat(32)}`
const vault = `0x${'7a'.repeat(32)}`
const burnt = `0x${'f'.repeat(64)}`

const resource = (address: string, type: string, data: unknown) => ({
  type: 'write_resource',
  address,
  data: { type, data },
})
const handle = (addr: string, creation_num: string) => ({ guid: { id: { addr, creation_num } } })
const coinStore = (owner: string, value: string, frozen = false) =>
  resource(owner, `0x1::coin::CoinStore<${apt}>`, {
    coin: { value },
    frozen,
    deposit_events: handle(owner, '2'),
    withdraw_events: handle(owner, '3'),
  })
const objectCore = (address: string, owner: string) => resource(address, '0x1::object::ObjectCore', { owner })
const store = (address: string, asset: string, balance: string, frozen = false) =>
  resource(address, '0x1::fungible_asset::FungibleStore', { metadata: { inner: asset }, balance, frozen })
const coinEvent = (type: string, owner: string, amount: string) => ({
  ...event(`0x1::coin::${type}`, { amount }, owner),
  guid: { account_address: owner, creation_number: type === 'DepositEvent' ? '2' : '3' },
})
const paid = { gas_used: '17', gas_unit_price: '100', signature: { type: 'ed25519_signature' }, payload: null }

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  /** The rows after these transactions, each a version. */
  const rowsOf = async (...transactions: object[]) => {
    const database = await createStore()
    const lookUp = {
      tokenStore: async () => undefined,
      collection: async () => undefined,
      asset: async () => undefined,
    }
    const contents = ['fungible_assets'] as const
    const index = createAptosIndex(database, 1, { from: 0, contents, lookUp })
    const last = transactions.length - 1
    for (const [version, transaction] of transactions.entries()) {
      const sent = userTransaction({ ...paid, ...transaction, version: String(version) })
      await index.append([decodeVersion(sent, { chainId: 1, contents })], { latest: last, finalized: last })
    }
    const activities = await database.db
      .selectFrom('aptos_asset_activities')
      .selectAll()
      .orderBy('transaction_version')
      .orderBy('event_index')
      .execute()
    const balances = await database.db.selectFrom('aptos_asset_balances').selectAll().execute()
    return {
      gas: activities.filter((row) => row.event_index === -1),
      activities: activities
        .filter((row) => row.event_index >= 0)
        .map((row) => ({
          owner: row.owner_address && toHex(row.owner_address),
          asset: row.asset_id && toHex(row.asset_id),
          amount: row.amount,
          standard: row.token_standard,
        })),
      balances: new Map(
        balances.map((row) => [
          toHex(row.storage_id) as string,
          {
            owner: toHex(row.owner_address),
            asset: toHex(row.asset_id),
            v1: row.amount_v1,
            v2: row.amount_v2,
            sum: String(fromSortable(row.amount)),
            isPrimary: row.is_primary === 1,
            isFrozen: row.is_frozen === 1,
          },
        ]),
      ),
    }
  }

  test('a migrated coin is one balance with its fungible asset', async () => {
    const storage = primaryStore(alice, aptId)
    const { activities, balances } = await rowsOf(
      { changes: [coinStore(alice, '500')], events: [coinEvent('DepositEvent', alice, '500')] },
      {
        changes: [
          { type: 'delete_resource', address: alice, resource: `0x1::coin::CoinStore<${apt}>` },
          store(storage, '0xa', '460'),
          objectCore(storage, alice),
        ],
        events: [
          coinEvent('WithdrawEvent', alice, '500'),
          event('0x1::fungible_asset::Deposit', { store: storage, amount: '500' }),
          event('0x1::fungible_asset::Withdraw', { store: storage, amount: '40' }),
        ],
      },
    )
    expect([...balances]).toEqual([
      [storage, { owner: alice, asset: aptId, v1: '0', v2: '460', sum: '460', isPrimary: true, isFrozen: false }],
    ])
    expect(activities.map(({ asset, amount, standard }) => [asset, amount, standard])).toEqual([
      [aptId, '500', 'v1'],
      [aptId, '500', 'v1'],
      [aptId, '500', 'v2'],
      [aptId, '40', 'v2'],
    ])
  })

  test('a coin without a fungible asset so far has the id that the framework will give it', () => {
    const moon = '0x66c34778730acbb120cefa57a3d98fd21e0c8b3a51e9baee530088b2e444e94c::moon_coin::MoonCoin'
    expect(pairedMetadata(moon)).toBe('0xf772c28c069aa7e4417d85d771957eb3c5c11b5bf90b1965cda23b899ebc0384')
  })

  test('a secondary store belongs to the owner of its object, and may be frozen', async () => {
    const { balances, activities } = await rowsOf({
      changes: [store(vault, shell, '70', true), objectCore(vault, carolShort)],
      events: [
        event('0x1::fungible_asset::DepositEvent', { amount: '70' }, vault),
        event('0x1::fungible_asset::FrozenEvent', { frozen: true }, vault),
      ],
    })
    const held = { owner: carol, asset: shell, v1: null, v2: '70', sum: '70', isPrimary: false, isFrozen: true }
    expect(balances.get(vault)).toEqual(held)
    expect(activities.map(({ owner, amount }) => [owner, amount])).toEqual([
      [carol, '70'],
      [carol, null],
    ])
  })

  test('a balance that is counted concurrently is not that of the store', async () => {
    const counted = resource(vault, '0x1::fungible_asset::ConcurrentFungibleBalance', {
      balance: { value: '9', max_value: '99' },
    })
    const { balances } = await rowsOf({ changes: [counted, store(vault, shell, '0'), objectCore(vault, bob)] })
    expect(balances.get(vault)?.v2).toBe('9')
  })

  test('a store without an object belongs to nobody', async () => {
    const { balances } = await rowsOf({ changes: [store(vault, shell, '3')] })
    expect(balances.get(vault)?.owner).toBe(burnt)
  })

  test('a store that is deleted with its object is empty, also before deletions had events', async () => {
    const filled = { changes: [store(vault, shell, '70'), objectCore(vault, bob)] }
    const gone = { type: 'delete_resource', address: vault, resource: '0x1::object::ObjectGroup' }
    const withdrawal = event('0x1::fungible_asset::Withdraw', { store: vault, amount: '70' })
    const deletion = event('0x1::fungible_asset::FungibleStoreDeletion', { store: vault, owner: bob, metadata: shell })
    for (const events of [[withdrawal, deletion], [withdrawal]]) {
      const { activities, balances } = await rowsOf(filled, { changes: [gone], events })
      expect(activities).toEqual([{ owner: bob, asset: shell, amount: '70', standard: 'v2' }])
      expect(balances.get(vault)).toMatchObject({ owner: bob, v2: '0', sum: '0' })
    }
  })

  test('a deleted store of which nothing is known has an activity without asset and owner', async () => {
    const events = [event('0x1::fungible_asset::Withdraw', { store: vault, amount: '70' })]
    const { activities } = await rowsOf({ events })
    expect(activities).toEqual([{ owner: null, asset: null, amount: '70', standard: 'v2' }])
  })

  test('gas is the sender’s also where a sponsor paid it, and of failed transactions', async () => {
    const refund = event('0x1::transaction_fee::FeeStatement', { storage_fee_refund_octas: '120' })
    const signature = { type: 'fee_payer_signature', fee_payer_address: carolShort }
    const payload = { type: 'entry_function_payload', function: '0x1::aptos_account::transfer' }
    const { gas } = await rowsOf({ sender: bob, success: false, events: [refund], signature, payload })
    expect(gas).toHaveLength(1)
    expect(gas[0]).toMatchObject({
      event_type: '0x1::aptos_coin::GasFeeEvent',
      amount: '1700',
      storage_refund_amount: '120',
      is_transaction_success: 0,
      entry_function: '0x1::aptos_account::transfer',
      token_standard: 'v1',
    })
    expect([gas[0]?.owner_address, gas[0]?.gas_fee_payer_address].map((one) => one && toHex(one))).toEqual([bob, carol])
  })

  test('an event of a coin whose store is not in the transaction has no row', async () => {
    expect((await rowsOf({ events: [coinEvent('DepositEvent', alice, '5')] })).activities).toEqual([])
  })
})
