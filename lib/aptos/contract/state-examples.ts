export const address = '0x0000000000000000000000000000000000000000000000000000000000000001'

const chainIdStruct = {
  name: '0x1::chain_id::ChainId',
  abilities: ['key'],
  type_parameters: 0,
  is_event: false,
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

export const module = {
  address,
  name: 'chain_id',
  ledger_version: '3341005123',
  bytecode: '0xa11ceb0b0600000009010006',
  package: framework,
  has_abi: true,
  friends: ['0x1::genesis'],
  functions: [
    {
      name: 'get',
      visibility: 'public',
      is_entry: false,
      is_view: true,
      type_parameters: [],
      params: [],
      return: ['u8'],
    },
  ],
  structs: [chainIdStruct],
  source: 'module aptos_framework::chain_id {\n    struct ChainId has key {\n        id: u8\n    }\n}\n',
  source_note: null,
}
