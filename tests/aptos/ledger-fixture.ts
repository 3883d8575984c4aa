import { createHash } from 'node:crypto'

type Transaction = Record<string, unknown> & { type: string; version: string; hash: string }
export type FixtureBlock = {
  block_height: string
  block_hash: string
  block_timestamp: string
  first_version: string
  last_version: string
  transactions: Transaction[]
}

const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
const startMicroseconds = 1_700_000_000_000_000

const common = (type: string, version: number) => ({
  version: String(version),
  hash: hashOf(`${type} ${version}`),
  state_change_hash: hashOf(`change ${version}`),
  event_root_hash: hashOf(`event ${version}`),
  state_checkpoint_hash: null,
  gas_used: type === 'user_transaction' ? '17' : '0',
  success: version % 7 !== 6,
  vm_status: version % 7 === 6 ? 'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006)' : 'Executed successfully',
  accumulator_root_hash: hashOf(`root ${version}`),
})

const tableItem = (data: unknown) => ({
  state_key_hash: hashOf('table'),
  handle: hashOf('handle'),
  key: '0x0706756e697473',
  value: '0x0a00000000000000',
  data,
  type: 'write_table_item',
})

const moduleChange = {
  address: '0x1',
  state_key_hash: hashOf('module'),
  data: {
    bytecode: '0xa11ceb0b',
    abi: { address: '0x1', name: 'paper', friends: [], exposed_functions: [], structs: [] },
  },
  type: 'write_module',
}

const userTransaction = (version: number): Transaction => ({
  ...common('user_transaction', version),
  changes: [
    {
      address: '0x1',
      state_key_hash: hashOf('r'),
      data: { type: '0x1::coin::CoinStore', data: {} },
      type: 'write_resource',
    },
    tableItem(null),
    tableItem({ key: 'units', key_type: '0x1::string::String', value: '10', value_type: 'u64' }),
    { state_key_hash: hashOf('d'), handle: hashOf('handle'), key: '0x01', data: null, type: 'delete_table_item' },
    { address: '0x2', state_key_hash: hashOf('dr'), resource: '0x1::coin::CoinStore', type: 'delete_resource' },
    ...(version % 5 === 0 ? [moduleChange] : []),
  ],
  sender: hashOf(`sender ${version % 3}`),
  sequence_number: String(version),
  max_gas_amount: '2000',
  gas_unit_price: '100',
  expiration_timestamp_secs: '1700000600',
  payload: {
    function: '0x1::aptos_account::transfer',
    type_arguments: [],
    arguments: ['0x2', '1'],
    type: 'entry_function_payload',
  },
  signature: {
    public_key: hashOf('key'),
    signature: `${hashOf('s')}${hashOf('t').slice(2)}`,
    type: 'ed25519_signature',
  },
  events: [
    {
      guid: { creation_number: '0', account_address: '0x0' },
      sequence_number: '0',
      type: '0x1::coin::CoinDeposit',
      data: { amount: '1' },
    },
  ],
  timestamp: String(startMicroseconds + version),
  type: 'user_transaction',
})

/** Every kind that a full node writes into a block, and one that it does not know yet. */
const systemKinds: Record<string, (version: number) => Record<string, unknown>> = {
  genesis_transaction: () => ({
    payload: { write_set: { type: 'direct_write_set', changes: [], events: [] }, type: 'write_set_payload' },
    events: [],
  }),
  block_metadata_transaction: (version) => ({
    id: hashOf(`id ${version}`),
    epoch: '3',
    round: String(version),
    events: [],
    previous_block_votes_bitvec: [255, 7],
    proposer: hashOf('proposer'),
    failed_proposer_indices: [1],
  }),
  state_checkpoint_transaction: () => ({}),
  block_epilogue_transaction: () => ({ block_end_info: { block_gas_limit_reached: false }, events: [] }),
  validator_transaction: () => ({ validator_transaction_type: 'observed_jwk_update', events: [] }),
  moonlit_transaction: () => ({ moons: 2 }),
}

const systemTransaction = (type: string, version: number): Transaction => ({
  ...common(type, version),
  changes: [],
  ...systemKinds[type]?.(version),
  timestamp: String(startMicroseconds + version),
  type,
})

/** A ledger of blocks that hold `sizes` transactions each: metadata first, a checkpoint last, users between. */
export const fixtureLedger = (sizes: readonly number[]): FixtureBlock[] => {
  let version = 0
  return sizes.map((size, height) => {
    const first = version
    const transactions = Array.from({ length: size }, (_, index) => kindAt(height, index, size, version++))
    return {
      block_height: String(height),
      block_hash: hashOf(`block ${height}`),
      block_timestamp: String(startMicroseconds + first),
      first_version: String(first),
      last_version: String(version - 1),
      transactions,
    }
  })
}

const kindAt = (height: number, index: number, size: number, version: number): Transaction => {
  if (height === 0) return systemTransaction('genesis_transaction', version)
  // Block 1 shows one of each.
  const kinds = Object.keys(systemKinds)
  const shown = height === 1 ? kinds[index] : undefined
  if (shown) return systemTransaction(shown, version)
  if (index === 0) return systemTransaction('block_metadata_transaction', version)
  if (index === size - 1) return systemTransaction('state_checkpoint_transaction', version)
  return userTransaction(version)
}
