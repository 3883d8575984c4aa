import { expect, test } from 'vitest'
import { tokenColumns } from '#lib/aptos/chain/decode/bytes.ts'
import { toHex } from '#lib/base/bytes.ts'
import { alice, bob, carol, carolShort, dataId, decode, event, factsOf, tokenId, userTransaction } from './versions.ts'

const moved = { id: tokenId, amount: '4' }
const offered = { token_id: tokenId, to_address: bob, amount: '2' }
const changed = { new_id: tokenId, old_id: { ...tokenId, property_version: '0' }, keys: [], values: [], types: [] }
const module = (type: string, data: object) => event(type, data)
const handle = (type: string, data: object) => event(type, data, alice)

test.each([
  // event, from, to, amount, property version
  [handle('0x3::token::MintTokenEvent', { id: dataId, amount: '9' }), alice, null, '9', '0'],
  [module('0x3::token::Mint', { creator: carolShort, id: dataId, amount: '9' }), carol, null, '9', '0'],
  [handle('0x3::token::BurnTokenEvent', moved), alice, null, '4', '3'],
  [module('0x3::token::Burn', { account: bob, ...moved }), bob, null, '4', '3'],
  [handle('0x3::token::MutateTokenPropertyMapEvent', changed), alice, null, '0', '3'],
  [module('0x3::token::MutatePropertyMap', { account: bob, ...changed }), bob, null, '0', '3'],
  [handle('0x3::token::WithdrawEvent', moved), alice, null, '4', '3'],
  [module('0x3::token::TokenWithdraw', { account: bob, ...moved }), bob, null, '4', '3'],
  [handle('0x3::token::DepositEvent', moved), null, alice, '4', '3'],
  [module('0x3::token::TokenDeposit', { account: bob, ...moved }), null, bob, '4', '3'],
  [handle('0x3::token_transfers::TokenOfferEvent', offered), alice, bob, '2', '3'],
  [handle('0x3::token_transfers::TokenCancelOfferEvent', offered), alice, bob, '2', '3'],
  [handle('0x3::token_transfers::TokenClaimEvent', offered), alice, bob, '2', '3'],
  [module('0x3::token_transfers::Offer', { account: carolShort, ...offered }), carol, bob, '2', '3'],
  [module('0x3::token_transfers::CancelOffer', { account: carolShort, ...offered }), carol, bob, '2', '3'],
  [module('0x3::token_transfers::Claim', { account: carolShort, ...offered }), carol, bob, '2', '3'],
])('an event makes one row with its sender and receiver: $type', (given, from, to, amount, version) => {
  const { activities } = factsOf({ events: [event('0x1::coin::WithdrawEvent', { amount: '1' }, alice), given] })
  expect(activities).toEqual([
    {
      chain_id: 1,
      transaction_version: 1000,
      transaction_timestamp: 1665858020377412,
      event_index: 1,
      ...tokenColumns(dataId, version),
      from_address: from === null ? null : Buffer.from(from.slice(2), 'hex'),
      to_address: to === null ? null : Buffer.from(to.slice(2), 'hex'),
      event_account_address: Buffer.from(given.guid.account_address.slice(2).padStart(64, '0'), 'hex'),
      event_creation_number: given.guid.creation_number,
      event_sequence_number: given.sequence_number,
      token_amount: amount,
      transfer_type: given.type,
    },
  ])
})

test('module events of one transaction, which share a guid, are separate rows', () => {
  const events = ['0x3::token::Mint', '0x3::token::TokenDeposit', '0x3::token::TokenWithdraw'].map((type) =>
    module(type, type.endsWith('Mint') ? { creator: alice, id: dataId, amount: '1' } : { account: alice, ...moved }),
  )
  expect(factsOf({ events }).activities.map(({ event_index }) => event_index)).toEqual([0, 1, 2])
})

test('creations make no transfer row, but are recorded with their URIs', () => {
  const creation = {
    creator: carolShort,
    collection_name: 'Shells',
    uri: 'ipfs://shells',
    description: '',
    maximum: '0',
  }
  const facts = factsOf({
    events: [
      handle('0x3::token::CreateCollectionEvent', creation),
      module('0x3::token::TokenDataCreation', { creator: carolShort, id: dataId, uri: `ipfs://${'x'.repeat(600)}` }),
      module('0x3::token_event_store::OptInTransfer', { account_address: alice, opt_in: true }),
    ],
  })
  expect(facts.activities).toEqual([])
  expect(facts.collections.map(({ name, uri, creator_address }) => [name, uri, toHex(creator_address)])).toEqual([
    ['Shells', 'ipfs://shells', carol],
  ])
  expect(facts.tokens.map(({ name, uri }) => [name, uri?.length])).toEqual([['Shell #1', 512]])
})

test('unknown kinds, events and changes are skipped', () => {
  for (const type of ['block_metadata_transaction', 'validator_transaction', 'block_epilogue_transaction', 'new_kind'])
    expect(decode({ ...userTransaction(), type }).facts).toBeUndefined()
  const strange = userTransaction({
    events: [event('0xcafe::token::DepositEvent', null), event('0x3::token::NewEvent', {})],
    changes: [{ type: 'write_dream' }, { type: 'delete_module', address: '0x1', module: 'm' }],
  })
  expect(decode(strange).facts).toBeUndefined()
})

test.each([
  ['not a list', null],
  ['a user transaction without events', userTransaction({ events: undefined })],
  ['an event without data', userTransaction({ events: [event('0x3::token::DepositEvent', undefined, alice)] })],
  ['an event without a guid', userTransaction({ events: [{ type: '0x3::token::DepositEvent', data: moved }] })],
  [
    'an amount that is not a u64',
    userTransaction({ events: [handle('0x3::token::DepositEvent', { ...moved, amount: '-1' })] }),
  ],
  [
    'an amount above u64',
    userTransaction({ events: [handle('0x3::token::DepositEvent', { ...moved, amount: '18446744073709551616' })] }),
  ],
  ['a version beyond any ledger', userTransaction({ version: '9007199254740993' })],
  ['a time beyond any ledger', userTransaction({ timestamp: '9007199254740993' })],
  ['a change without a type', userTransaction({ changes: [{}] })],
  [
    'a store without its table',
    userTransaction({
      changes: [{ type: 'write_resource', address: '0x1', data: { type: '0x3::token::TokenStore', data: {} } }],
    }),
  ],
])('a truncated or forged response is refused: %s', (_, transaction) => {
  expect(() => decode(transaction)).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
})
