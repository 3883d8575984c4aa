import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import type { Account } from './account.ts'
import { hexOf } from './bcs.ts'
import type { Chain } from './chain.ts'
import { sha3 } from './hashes.ts'
import { executed, standInHash } from './ledger-builder.ts'

/** Version 0: the framework's modules (their interfaces are real, their bytecode is a stand-in), validators, the cast. */
export function writeGenesis(chain: Chain, people: readonly Account[]): void {
  const set = chain.newWriteSet()
  set.module('0x1', 'aptos_account', standInBytecode('aptos_account'), {
    friends: ['0x1::genesis'],
    exposed_functions: [entryFunction('transfer', ['&signer', 'address', 'u64'])],
    structs: [],
  })
  set.module('0x1', 'chain_id', standInBytecode('chain_id'), {
    friends: ['0x1::genesis'],
    exposed_functions: [{ ...entryFunction('get', []), is_entry: false, is_view: true, return: ['u8'] }],
    structs: [
      {
        name: 'ChainId',
        is_native: false,
        is_event: false,
        abilities: ['key'],
        generic_type_params: [],
        fields: [{ name: 'id', type: 'u8' }],
      },
    ],
  })
  set.resource('0x1', '0x1::chain_id::ChainId', { id: demoAptosChainId })
  set.module('0x1', 'aptos_coin', standInBytecode('aptos_coin'), {
    friends: ['0x1::genesis'],
    exposed_functions: [entryFunction('mint', ['&signer', 'address', 'u64'])],
    structs: [
      {
        name: 'MintCapStore',
        is_native: false,
        is_event: false,
        abilities: ['key'],
        generic_type_params: [],
        fields: [{ name: 'mint_cap', type: '0x1::coin::MintCapability<0x1::aptos_coin::AptosCoin>' }],
      },
    ],
  })
  set.resource('0x1', '0x1::aptos_coin::MintCapStore', { mint_cap: { dummy_field: false } })
  set.resource('0x1', '0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>', {
    name: 'Aptos Coin',
    symbol: 'APT',
    decimals: 8,
    supply: { vec: [] },
  })
  set.resource('0x1', '0x1::timestamp::CurrentTimeMicroseconds', { microseconds: '0' })
  const active = chain.validators.map((validator, i) => ({
    addr: shortAddress(validator),
    config: {
      consensus_pubkey: hexOf(
        Buffer.concat([sha3(Buffer.from(validator)), sha3(Buffer.from(`${validator} key`)).subarray(16)]),
      ),
      fullnode_addresses: '0x00',
      network_addresses: '0x00',
      validator_index: String(i),
    },
    voting_power: '100000000000000',
  }))
  set.resource('0x1', '0x1::stake::ValidatorSet', {
    active_validators: active,
    consensus_scheme: 0,
    pending_active: [],
    pending_inactive: [],
    total_joining_power: '0',
    total_voting_power: String(100_000_000_000_000n * BigInt(active.length)),
  })
  for (const account of people) {
    account.writeAccount(set)
    account.writeCoins(set)
  }
  set.handleEvent({ owner: '0x1', creation: 2, count: 0 }, '0x1::reconfiguration::NewEpochEvent', { epoch: '1' })
  const writeSet = { changes: set.changes, events: set.events, type: 'direct_write_set' }
  const hash = standInHash('genesis', writeSet)
  const payload = { write_set: writeSet, type: 'write_set_payload' }
  chain.ledger.append({ type: 'genesis_transaction', hash, before: { payload } }, set, executed, true)
  chain.ledger.closeBlock(hexOf(sha3(Buffer.from('demo block 0', 'utf8'))), 0n)
}

/** The magic number and version of Move bytecode, then nothing that a machine would run. */
export const standInBytecode = (name: string): string => {
  const body = Buffer.concat([Buffer.from('a11ceb0b06000000', 'hex'), sha3(Buffer.from(`module ${name}`, 'utf8'))])
  return hexOf(body)
}

export const entryFunction = (name: string, params: readonly string[]) => ({
  name,
  visibility: 'public',
  is_entry: true,
  is_view: false,
  generic_type_params: [],
  params: [...params],
  return: [] as string[],
})
