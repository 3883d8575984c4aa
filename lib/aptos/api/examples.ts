import type { AptosBlock, AptosNftOwner, AptosNftTransfer } from './records.ts'

/* Invented values. Fields are in the order in which the server returns them. */

export const collection = '6c1f0e9d8c7b6a59483726150f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
export const creator = '0x00aa11bb22cc33dd44ee55ff66007711882299330044aa55bb66cc77dd88ee99'
export const wallet = '0xeddce393bfb91e371c73a6859e60854fe50ca8f6d8f9bb7ca413bee9c13c8ee1'
export const token = '136b262db13e13a0ecbdc5b85548daf2c5979ba4a644276ad5ba886c903e4f11'
export const pearlAsset = '0x8f396e4246b2ba87b51c0739ef5ea4f26515a98375308c31ac2ec1e42142a57f'
/** 12.5 PEARL that an account receives. */
export const pearlChange = {
  asset_id: pearlAsset,
  asset_type: pearlAsset,
  name: 'Harbor Pearl',
  symbol: 'PEARL',
  decimals: 6,
  amount: '12500000',
}
export const nextCursor = 'eyJ2IjoxLCJrIjpbIjEwODQ3ODc2OSIsMF19'

export const transfer: AptosNftTransfer = {
  collection_data_id_hash: collection,
  collection_name: 'Paper Wizards',
  creator_address: creator,
  event_account_address: '0x0b1c2d3e4f5061728394a5b6c7d8e9f00b1c2d3e4f5061728394a5b6c7d8e9f0',
  event_creation_number: '27',
  event_sequence_number: '0',
  name: 'Paper Wizards #4221',
  property_version: '0',
  token_amount: '1',
  token_data_id_hash: token,
  transaction_timestamp: '2023-03-26T21:48:41.482915Z',
  transfer_type: '0x3::token::DepositEvent',
  transaction_version: '108478769',
  coin_amount: null,
  coin_type: null,
  from_address: null,
  to_address: wallet,
}

export const owner: AptosNftOwner = {
  amount: '1',
  collection_data_id_hash: collection,
  collection_name: 'Paper Wizards',
  creator_address: creator,
  last_transaction_timestamp: '2022-10-20T08:51:16.207344Z',
  last_transaction_version: '5563252',
  name: 'Paper Wizards #4221',
  owner_address: wallet,
  property_version: '0',
  table_type: '0x3::token::TokenStore',
  token_data_id_hash: token,
  token_properties: {},
}

const blockHash = '0x224ba9a01b4bfe1d312a18fb908ce6e24a4f220fa6058ba4dd5b9d35d93107b9'
const sender = '0x0b1c2d3e4f5061728394a5b6c7d8e9f00b1c2d3e4f5061728394a5b6c7d8e9f0'

export const account = {
  address: sender,
  exists: true,
  sequence_number: '18',
  authentication_key: sender,
}

export const sentTransaction = {
  version: '999999',
  hash: '0xd3c56a78970b811c4bdb633ea241a799a6d9c2bcbcc606862fea39017a3bcad7',
  type: 'user_transaction',
  timestamp: '1665858020377412',
  sender,
  sequence_number: '17',
  function: '0x3::token_transfers::claim_script',
  gas_used: '1019',
  gas_unit_price: '100',
  success: true,
  vm_status: 'Executed successfully',
}

const { sequence_number: _, ...ofAnySender } = sentTransaction
export const ledgerTransaction = ofAnySender

export const blockSummary = {
  block_height: '499540',
  block_hash: blockHash,
  block_timestamp: '1665858020377412',
  first_version: '999998',
  last_version: '1000000',
}

const { function: __, ...sent } = sentTransaction
export const version = {
  transaction: { ...sent, max_gas_amount: '2000', expiration_timestamp_secs: '1665858620' },
  block: blockSummary,
  block_error: null,
}

export const block: AptosBlock = {
  ...blockSummary,
  transactions: [
    {
      version: '999998',
      hash: '0x991f2ebb023bf56483e288e4140e6311d13b2a96e0b2ea8f6f3b148f04488d9c',
      state_change_hash: '0x13a5f081221d34183d02a346463d1eb31c64114a396f0b0da5e664c1098e78a5',
      event_root_hash: '0x33e490e621a36f03746240b18ce463dbee6ded1fd16a494fcf6fcb9d67556ba3',
      state_checkpoint_hash: null,
      gas_used: '0',
      success: true,
      vm_status: 'Executed successfully',
      accumulator_root_hash: '0x6c938912d107700d5e9056717a8d695dc99b3694846f6f6f0c794468ed9c0650',
      changes: [
        {
          address: '0x1',
          state_key_hash: '0x16ec367656e6b577897619211dff2d881e3c7ada7a24e537095eaff2ac5f5350',
          data: {
            type: '0x1::timestamp::CurrentTimeMicroseconds',
            data: { microseconds: '1665858020377412' },
          },
          type: 'write_resource',
        },
      ],
      id: blockHash,
      epoch: '36',
      round: '6952',
      events: [
        {
          guid: { creation_number: '3', account_address: '0x1' },
          sequence_number: '499540',
          type: '0x1::block::NewBlockEvent',
          data: { epoch: '36', height: '499540' },
        },
      ],
      previous_block_votes_bitvec: [253, 255, 9],
      proposer: '0xc29a231581f243ddcbf97de8b93c8aabb466dd6912ce5ba12579ff2f13cb8da5',
      failed_proposer_indices: [],
      timestamp: '1665858020377412',
      type: 'block_metadata_transaction',
    },
    {
      version: '999999',
      hash: '0xd3c56a78970b811c4bdb633ea241a799a6d9c2bcbcc606862fea39017a3bcad7',
      state_change_hash: '0x4cd3fcc6599197a2b02d65a293af449bf23f7bd71533cfcf37dbe972f459d868',
      event_root_hash: '0xae96e00e6425fc088a305c47e79afcdeac73439e18752658de1ef4b27a8d7d0a',
      state_checkpoint_hash: null,
      gas_used: '1019',
      success: true,
      vm_status: 'Executed successfully',
      accumulator_root_hash: '0x04630ac01b58246292a770d462345ca88a010ac2884f467e1d43169fa85d02fe',
      changes: [
        {
          state_key_hash: '0xc3c2e62a675b4eb1475b0bb7eaef925757832a87fdc90389bc3275fb336ca34d',
          handle: '0xc2a116aa910d147bd5bdacc2f1cc4430148955f450654ed756e9c93de1b1e1d2',
          key: '0x06',
          value: '0x01',
          data: { key: '0x06', key_type: 'address', value: '1', value_type: 'u64' },
          type: 'write_table_item',
        },
      ],
      sender,
      sequence_number: '17',
      max_gas_amount: '200000',
      gas_unit_price: '100',
      expiration_timestamp_secs: '1665858620',
      payload: {
        function: '0x3::token_transfers::claim_script',
        type_arguments: [],
        arguments: [sender, '0'],
        type: 'entry_function_payload',
      },
      signature: {
        public_key: '0xeb3102a6cb586765d01fad324523ec0bc67b9efd6a2d9589c135adfedf7922cc',
        signature: `0x${'a543997d84f12798350c09bdef2cdb171bf41ed3e4a5f808af2feb0c56263009'.repeat(2)}`,
        type: 'ed25519_signature',
      },
      events: [
        {
          guid: { creation_number: '4', account_address: sender },
          sequence_number: '0',
          type: '0x3::token::DepositEvent',
          data: { amount: '1' },
        },
      ],
      timestamp: '1665858020377412',
      type: 'user_transaction',
    },
    {
      version: '1000000',
      hash: '0x9324ac1d1626e5e2d1429da894495c95c9084a1fdfa818374031aeb93016b92c',
      state_change_hash: '0x7b36b595c607f6946e9d0a1213a55c38756b7c52e2eee87b1f69b5dac7da6bf2',
      event_root_hash: '0xd08db37d9d7b57fd4133e6ecef9b313c0d8b7b847b81e3b0baa802cf11b3ba6b',
      state_checkpoint_hash: '0x63cd4f63328d2772118eeaf7c10ae982222424279e47b9c53f62c36efba25a97',
      gas_used: '0',
      success: true,
      vm_status: 'Executed successfully',
      accumulator_root_hash: '0x935b794fe924a2211aa13612c5670706d08a5ce3036c6e4f4a5b0fade7bdc41f',
      changes: [],
      timestamp: '1665858020377412',
      type: 'state_checkpoint_transaction',
    },
  ],
}
