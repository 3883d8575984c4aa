import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { createAptosActivityService } from '#lib/aptos/activity/activity-service.ts'
import { type AptosActivity, aptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId, nftOptions } from '#tests/aptos/nft/nft-services.ts'
import { dialects } from '#tests/store/test-stores.ts'

const long = (hex: string) => `0x${hex.padStart(64, '0')}`
const [account, other, apt] = [long('a11ce'), long('b0b'), long('a')]
const at = 1_700_000_000_000_000

const activity = (version: number, index: number, owner: string, given: { type?: string; amount?: string } = {}) => ({
  chain_id: chainId,
  transaction_version: version,
  event_index: index,
  transaction_timestamp: at + version,
  asset_id: toBytes32(apt),
  owner_address: toBytes32(owner),
  storage_id: toBytes32('0x5'),
  gas_fee_payer_address: null,
  token_standard: 'v1' as const,
  event_type: index < 0 ? '0x1::aptos_coin::GasFeeEvent' : `0x1::coin::${given.type ?? 'CoinDeposit'}`,
  amount: given.amount ?? '5',
  is_frozen: null,
  is_transaction_success: 1 as const,
  entry_function: '0x1::a::b',
  storage_refund_amount: '0',
})
const token = (version: number, from: string | null, to: string | null) => ({
  chain_id: chainId,
  transaction_version: version,
  event_index: 3,
  transaction_timestamp: at + version,
  event_account_address: toBytes32('0x0'),
  from_address: from === null ? null : toBytes32(from),
  to_address: to === null ? null : toBytes32(to),
  event_creation_number: '0',
  event_sequence_number: '0',
  token_amount: '1',
  transfer_type: '0x1::object::Transfer',
  creator_address: toBytes32('0x9'),
  collection_data_id_hash: toBytes32('0x9'),
  token_data_id_hash: toBytes32('0x9'),
  property_version: '0',
  collection_name: 'Boats',
  name: 'Boat',
  token_standard: 'v2' as const,
})

/** Most transactions were sent by the account, more than one step reads; every hundredth was received. */
const rows = Array.from({ length: 1_500 }, (_, index) => index + 100).flatMap((version) => {
  const isReceived = version % 100 === 0
  return [
    activity(version, -1, isReceived ? other : account),
    activity(version, 0, account, isReceived ? {} : { type: 'CoinWithdraw' }),
    activity(version, 1, account, { amount: '2' }),
  ]
})
const received = rows
  .filter(({ event_index, transaction_version }) => event_index === 0 && transaction_version % 100 === 0)
  .map(({ transaction_version }) => String(transaction_version))
  .reverse()

describe.each(dialects)('the activity of an account on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  let shared: Promise<Store<AptosTables>> | undefined
  const filled = async (): Promise<Store<AptosTables>> => {
    const store = await createStore()
    for (let from = 0; from < rows.length; from += 500)
      await store.db
        .insertInto('aptos_asset_activities')
        .values(rows.slice(from, from + 500))
        .execute()
    await store.db
      .insertInto('aptos_token_activities')
      .values([token(50, other, account), token(60, account, other), token(1_500, null, account)])
      .execute()
    await store.db
      .insertInto('aptos_intervals')
      .values({ chain_id: chainId, first_version: 0, last_version: 2_000, last_hash: toBytes32('0x1') })
      .execute()
    return store
  }
  const walk = async (kind: string, limit = 7): Promise<AptosActivity[]> => {
    shared ??= filled()
    const service = createAptosActivityService(nftOptions(await shared))
    const found: AptosActivity[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { address: account, kind, limit, ...(cursor && { cursor }) }
      const page = await service.aptosAccountActivity(parseInput(aptosActivityApi.aptosAccountActivity, input))
      expect(aptosActivityApi.aptosAccountActivity.output.parse(page)).toEqual(page)
      expect(page.result.length).toBeLessThanOrEqual(limit)
      found.push(...page.result)
      cursor = page.cursor
    }
    return found
  }

  test('that it received is found among what it sent, each transaction once, newest first', async () => {
    expect((await walk('received')).map(({ version }) => version)).toEqual([...received, '60', '50'])
  })

  test('is every transaction that it sent or that moved its assets', async () => {
    const all = await walk('all', 100)
    const versions = [...new Set(rows.map(({ transaction_version }) => transaction_version))].reverse()
    expect(all.map(({ version }) => version)).toEqual([...versions.map(String), '60', '50'])
    expect(all.filter(({ is_sender }) => is_sender)).toHaveLength(1_485)
  })

  test('says who sent a transaction, and how it changed balances', async () => {
    const [newest, , mint] = [...(await walk('received')).slice(0, 3)]
    expect(newest).toMatchObject({
      version: received[0],
      sender: other,
      is_sender: false,
      function: '0x1::a::b',
      success: true,
      gas_fee: '5',
      changes: [{ asset_id: apt, amount: '7' }],
      nft_transfer_count: 1,
    })
    expect(mint).toMatchObject({ nft_transfer_count: 0 })
    const [sent] = (await walk('all')).filter(({ is_sender }) => is_sender)
    expect(sent).toMatchObject({ sender: account, changes: [{ amount: '-3' }] })
    const [oldest] = (await walk('received')).slice(-1)
    expect(oldest).toMatchObject({ sender: null, success: null, gas_fee: null, changes: [], nft_transfer_count: 1 })
  })
})
