import { describe, expect, test } from 'vitest'
import { distributingContracts } from '#lib/aptos/asset/distributing-contracts.ts'
import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId } from '#tests/aptos/nft/nft-services.ts'
import { addressOf, bytesOf, timestampAt } from '#tests/aptos/nft/token-ledger.ts'
import { dialects } from '#tests/store/test-stores.ts'

const [holder, other, contract, payer] = [1, 2, 3, 4].map(addressOf) as [string, string, string, string]
const distribute = '0x1::vesting::distribute'

const activity = (
  version: number,
  index: number,
  owner: string,
  { entry = distribute, type = '0x1::fungible_asset::Deposit' }: { entry?: string; type?: string } = {},
): AptosAssetActivityRow => ({
  chain_id: chainId,
  transaction_version: version,
  event_index: index,
  transaction_timestamp: timestampAt(version),
  asset_id: bytesOf(addressOf(9)),
  owner_address: bytesOf(owner),
  storage_id: bytesOf(addressOf(100 + index)),
  gas_fee_payer_address: null,
  token_standard: 'v2',
  event_type: type,
  amount: '5',
  is_frozen: null,
  is_transaction_success: 1,
  entry_function: entry,
  storage_refund_amount: '0',
})
const withdraw = { type: '0x1::fungible_asset::Withdraw' }

describe.each(dialects)('contracts that distributed to an account, on %s', (dialect) => {
  const createStore = aptosStores(dialect)

  test('are those who paid in the same transaction, and no one else', async () => {
    const store = await createStore()
    await store.db
      .insertInto('aptos_asset_activities')
      .values([
        activity(5, -1, payer, { type: '0x1::aptos_coin::GasFeeEvent' }),
        activity(5, 0, contract, withdraw),
        activity(5, 1, other),
        activity(5, 2, holder),
        // Another transfer to the account, and a distribution to others.
        activity(6, 0, payer, { ...withdraw, entry: '0x1::aptos_account::transfer' }),
        activity(6, 1, holder, { entry: '0x1::aptos_account::transfer' }),
        activity(7, 0, addressOf(5), withdraw),
        activity(7, 1, other),
        // The account paid the gas of a distribution to others.
        activity(8, -1, holder, { type: '0x1::aptos_coin::GasFeeEvent' }),
        activity(8, 0, addressOf(6), withdraw),
        activity(8, 1, other),
      ])
      .execute()
    expect(await distributingContracts(store.db, chainId, holder)).toEqual([contract])
    expect(await distributingContracts(store.db, chainId, payer)).toEqual([])
    expect(await distributingContracts(store.db, chainId + 1, holder)).toEqual([])
  })
})
