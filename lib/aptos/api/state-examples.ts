export const address = '0x0000000000000000000000000000000000000000000000000000000000000001'

const chainIdStruct = {
  name: '0x1::chain_id::ChainId',
  abilities: ['key'],
  type_parameters: 0,
  is_event: false,
  is_enum: false,
  fields: [{ name: 'id', type: 'u8' }],
}

export const resources = {
  address,
  ledger_version: '3341005123',
  total: 1,
  is_whole: true,
  structs: [chainIdStruct],
  result: [{ type: '0x1::chain_id::ChainId', data: { id: 1 } }],
}

const framework = {
  name: 'AptosFramework',
  upgrade_policy: 'compatible' as const,
  upgrade_number: '41',
  source_digest: '8F2C25B9C633DB320CA7B27DEF74F89499213640A1229ACF660EC5D37FBE2E9C',
  dependencies: [{ account: address, package_name: 'AptosStdlib' }],
}

export const modules = {
  address,
  ledger_version: '3341005123',
  is_whole: true,
  packages: [{ ...framework, modules: ['chain_id'] }],
  publications: [
    {
      package_name: 'AptosFramework',
      code_address: address,
      upgrade_number: '41',
      transaction_version: '3300000000',
      transaction_timestamp: '2026-11-01T00:00:00.000Z',
    },
  ],
  publications_whole: false,
  result: [
    {
      name: 'chain_id',
      package_name: 'AptosFramework',
      functions: 1,
      entry_functions: 0,
      view_functions: 1,
      structs: 1,
      bytecode_size: 286,
      has_source: true,
    },
  ],
}

const royaltyStruct = {
  name: '0x4::royalty::Royalty',
  abilities: ['copy', 'drop', 'key'],
  type_parameters: 0,
  is_event: false,
  is_enum: false,
  fields: [
    { name: 'numerator', type: 'u64' },
    { name: 'denominator', type: 'u64' },
    { name: 'payee_address', type: 'address' },
  ],
}

export const tokenObjects = '0x0000000000000000000000000000000000000000000000000000000000000004'

export const module = {
  address: tokenObjects,
  name: 'royalty',
  ledger_version: '3341005123',
  bytecode: '0xa11ceb0b0600000009010006',
  package: { ...framework, name: 'AptosTokenObjects' },
  has_abi: true,
  friends: ['0x4::token'],
  functions: [
    {
      name: 'get',
      visibility: 'public',
      is_entry: false,
      is_view: true,
      type_parameters: [{ constraints: ['key'] }],
      params: ['0x1::object::Object<T0>'],
      param_names: ['maybe_royalty'],
      return: ['0x1::option::Option<0x4::royalty::Royalty>'],
    },
  ],
  structs: [royaltyStruct],
  source:
    'module aptos_token_objects::royalty {\n    use std::option::Option;\n    public fun get<T: key>(maybe_royalty: Object<T>): Option<Royalty> { … }\n}\n',
  source_note: null,
}

export const multisig = '0x3d2e0b6c5b7a9a1d9f3c1f6f0a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b'
const owner = '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e'
const pool = '0x99d623e94981c2a6d41306785d69d66c237c6d3ac305cb6f32307785fde7fda2'

export const overview = {
  address: multisig,
  ledger_version: '3341005123',
  is_whole: true,
  kind: 'multisig' as const,
  object_kind: null,
  owner: null,
  is_transferable: null,
  is_key_rotated: true,
  multisig: {
    owners: [owner],
    signatures_required: '1',
    last_executed_sequence_number: '4',
    next_sequence_number: '6',
  },
  signer_offered_to: [owner],
  rotation_offered_to: [],
  last_signer: {
    scheme: 'single_key',
    keys: [{ type: 'ed25519', value: '0x52c68c2ebe3fde3e479d7b04f486745245984daee3411ac1218cf123348603fd' }],
    signatures_required: 1,
    authenticator: null,
    transaction_version: '3300000000',
  },
  balances: [
    {
      asset_type: '0x1::aptos_coin::AptosCoin',
      paired_metadata: '0x000000000000000000000000000000000000000000000000000000000000000a',
      name: 'Aptos Coin',
      symbol: 'APT',
      decimals: 8,
      amount: '1250000000',
      coin_amount: '250000000',
      fungible_amount: '1000000000',
      is_frozen: false,
    },
  ],
  balances_whole: true,
  stakes: [
    {
      pool_address: pool,
      role: 'owner' as const,
      active: '2172945426928570',
      pending_active: '0',
      pending_inactive: '0',
      inactive: '0',
      locked_until: '2026-12-01T00:00:00.000Z',
      operator_address: pool,
      voter_address: owner,
    },
  ],
  delegations: {
    transactions: 5,
    is_whole: true,
    note: null,
    pools: [
      {
        pool_address: pool,
        active: '1100000000',
        pending_inactive: '0',
        inactive: '0',
        last_transaction_version: '3300000000',
      },
    ],
  },
  vesting: [
    {
      contract_address: pool,
      role: 'admin' as const,
      state: 'active' as const,
      admin_address: address,
      withdrawal_address: owner,
      pool_address: pool,
      grant: '500000000000',
      remaining_grant: '250000000000',
      shareholders: 2,
      share: {
        shareholders: [owner],
        beneficiary_address: null,
        grant: '50000000000000',
        vested: '12500000000000',
        remaining_grant: '37500000000000',
      },
      pool_unlocking: '0',
      pool_unlocked: '91884270',
      starts_at: '2025-12-01T00:00:00.000Z',
      period_seconds: '2592000',
      periods_vested: '12',
    },
  ],
  vesting_search: { transactions: 41, is_whole: true, has_index: true },
}

export const foundDelegations = {
  address,
  ledger_version: '3341005123',
  validators: 149,
  unknown: 0,
  note: null,
  pools: [{ pool_address: pool, active: '1100000000', pending_inactive: '0', inactive: '0' }],
}

export const view = {
  function: '0x4::royalty::get',
  ledger_version: '3341005123',
  status: 'returned' as const,
  error: null,
  structs: [royaltyStruct],
  results: [
    {
      type: '0x1::option::Option<0x4::royalty::Royalty>',
      value: { vec: [{ numerator: '5', denominator: '100', payee_address: owner }] },
    },
  ],
}
