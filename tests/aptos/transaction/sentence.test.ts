import { describe, expect, test } from 'vitest'
import { nftMoves } from '#components/aptos/transaction/moves/nft-moves.ts'
import { type Moves, transactionSentence } from '#components/aptos/transaction/sentence/sentence.ts'
import { sentenceText } from '#components/aptos/transaction/sentence/sentence-text.ts'

const long = (hex: string) => `0x${hex.padStart(64, '0')}`
const [sender, other, third] = [long('a11ce'), long('b0b'), long('ca201')]
const short = (address: string) => `${address.slice(0, 8)}…${address.slice(-6)}`

const called = {
  type: 'user_transaction',
  hash: '0x1',
  version: '7',
  success: true,
  sender,
  payload: { type: 'entry_function_payload', function: '0x1::market::act', type_arguments: [], arguments: [] },
}
const change = (owner_address: string, symbol: string, amount: string) => ({
  owner_address,
  asset_id: long(symbol.charCodeAt(0).toString(16)),
  asset_type: long(symbol.charCodeAt(0).toString(16)),
  name: symbol,
  symbol,
  decimals: 2,
  amount,
})
const nft = (given: { from?: string; to?: string; isMint?: boolean; isBurn?: boolean }, id = '1') => ({
  id,
  name: `Boat ${id}`,
  from: given.from,
  to: given.to,
  isMint: given.isMint ?? false,
  isBurn: given.isBurn ?? false,
})
const said = (moves: Moves, transaction: object = called) =>
  sentenceText(transactionSentence(JSON.parse(JSON.stringify(transaction)), moves))
const moved = (changes: ReturnType<typeof change>[], nfts: ReturnType<typeof nft>[] = []) => said({ changes, nfts })
const me = short(sender)

describe('the sentence of a transaction', () => {
  test('says what the sender gave, and to whom if all of it arrived', () => {
    expect(moved([change(sender, 'APT', '-500'), change(other, 'APT', '500')])).toBe(
      `${me} sent 5 APT to ${short(other)} with 0x1::market::act.`,
    )
    expect(moved([change(sender, 'APT', '-500'), change(other, 'APT', '200'), change(third, 'APT', '300')])).toBe(
      `${me} sent 5 APT to 2 accounts with 0x1::market::act.`,
    )
    expect(moved([change(sender, 'APT', '-500'), change(other, 'APT', '499')])).toBe(
      `${me} paid 5 APT with 0x1::market::act.`,
    )
  })

  test('says what the sender received, and from whom if all of it came from there', () => {
    expect(moved([change(other, 'APT', '-500'), change(sender, 'APT', '500')])).toBe(
      `${me} received 5 APT from ${short(other)} with 0x1::market::act.`,
    )
    expect(moved([change(sender, 'APT', '500')])).toBe(`${me} received 5 APT with 0x1::market::act.`)
    expect(moved([change(other, 'APT', '-700'), change(third, 'APT', '200'), change(sender, 'APT', '500')])).toBe(
      `${me} received 5 APT with 0x1::market::act.`,
    )
  })

  test('says what was exchanged, minted and burned', () => {
    expect(moved([change(sender, 'APT', '-500'), change(sender, 'USD', '4500')])).toBe(
      `${me} exchanged 5 APT for 45 USD with 0x1::market::act.`,
    )
    expect(moved([change(sender, 'APT', '-500')], [nft({ from: other, to: sender })])).toBe(
      `${me} exchanged 5 APT for Boat 1 with 0x1::market::act.`,
    )
    expect(moved([change(sender, 'APT', '-500')], [nft({ to: sender, isMint: true })])).toBe(
      `${me} minted Boat 1 for 5 APT with 0x1::market::act.`,
    )
    expect(moved([], [nft({ from: sender, isBurn: true })])).toBe(`${me} burned Boat 1 with 0x1::market::act.`)
  })

  test('says where tokens went, if the events show it', () => {
    expect(moved([], [nft({ from: sender, to: other })])).toBe(
      `${me} sent Boat 1 to ${short(other)} with 0x1::market::act.`,
    )
    expect(moved([], [nft({ from: sender })])).toBe(`${me} withdrew Boat 1 with 0x1::market::act.`)
    const two = [nft({ from: sender, to: other }), nft({ from: sender, to: third }, '2')]
    expect(moved([], two)).toBe(`${me} sent 2 tokens to 2 accounts with 0x1::market::act.`)
  })

  test('only names the call where it cannot say more', () => {
    const call = `${me} called 0x1::market::act`
    expect(said(undefined)).toBe(`${call}.`)
    expect(moved([])).toBe(`${call}.`)
    const many = [change(sender, 'APT', '-1'), change(sender, 'USD', '-1'), change(other, 'USD', '1')]
    expect(moved(many)).toBe(`${call}, which changed balances of 2 accounts.`)
    expect(said({ changes: [], nfts: [] }, { ...called, success: false })).toBe(
      `${me} tried to call 0x1::market::act; it failed, and only gas was paid.`,
    )
  })

  test('names published modules, and the multisig account of a call', () => {
    const written = { type: 'write_module', address: sender, data: { bytecode: '0x', abi: { name: 'market' } } }
    expect(said({ changes: [], nfts: [] }, { ...called, changes: [written] })).toBe(
      `${me} published the module market with 0x1::market::act.`,
    )
    const payload = { type: 'multisig_payload', multisig_address: other, transaction_payload: called.payload }
    expect(said(undefined, { ...called, payload })).toBe(
      `${me} called 0x1::market::act for the multisig account ${short(other)}.`,
    )
  })
})

describe('moves of tokens', () => {
  const id = { token_data_id: { creator: '0x5', collection: 'Boats', name: 'Boat 1' }, property_version: '0' }
  const event = (name: string, account: string) => ({
    type: `0x3::token::${name}`,
    guid: { account_address: account, creation_number: '4' },
    sequence_number: '0',
    data: { amount: '1', id },
  })
  const sides = async (events: unknown[], changes: unknown[] = []) =>
    (await nftMoves(events, changes))?.map(({ from, to, isMint }) => ({ from, to, isMint }))

  test('have the sides that events of token v1 show', async () => {
    const [out, arrived] = [event('WithdrawEvent', sender), event('DepositEvent', other)]
    expect(await sides([out, arrived])).toEqual([{ from: sender, to: other, isMint: false }])
    expect(await sides([out])).toEqual([{ from: sender, to: undefined, isMint: false }])
    expect(await sides([arrived])).toEqual([{ from: undefined, to: other, isMint: false }])
    expect(await sides([out, event('DepositEvent', sender)])).toEqual([])
  })

  test('are unknown if editions went to several accounts', async () => {
    expect(await sides([event('DepositEvent', other), event('DepositEvent', third)])).toBeUndefined()
  })

  test('of digital assets end with the owner after the transaction', async () => {
    const object = long('70ce')
    const resource = (type: string, data: object) => ({ type: 'write_resource', address: object, data: { type, data } })
    const changes = [
      resource('0x1::object::ObjectCore', { owner: other }),
      resource('0x4::token::Token', { name: 'Boat 2' }),
    ]
    const transfer = (from: string, to: string) => ({ type: '0x1::object::Transfer', data: { object, from, to } })
    expect(await sides([transfer(sender, third), transfer(third, other)], changes)).toEqual([
      { from: sender, to: other, isMint: false },
    ])
    const mint = { type: '0x4::collection::Mint', data: { collection: long('c0'), token: object } }
    expect(await sides([mint, transfer(sender, other)], changes)).toEqual([
      { from: undefined, to: other, isMint: true },
    ])
  })
})
