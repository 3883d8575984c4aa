import { describe, expect, test } from 'vitest'
import { type Moves, nftMoves } from '#components/aptos/transaction/parts.ts'
import { aptosTransactionSentence } from '#components/aptos/transaction/sentence.ts'
import { aptosSentenceText } from '#components/aptos/transaction/transaction-page.tsx'

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
  aptosSentenceText(aptosTransactionSentence(JSON.parse(JSON.stringify(transaction)), moves))
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
    const others = [change(other, 'APT', '-1'), change(third, 'USD', '1')]
    expect(moved(others)).toBe(`${call}, which changed balances of 2 accounts.`)
    expect(said({ changes: [change(sender, 'APT', '1')], nfts: [], isPartial: true })).toBe(
      `${call}, which changed balances of at least 1 account.`,
    )
    expect(said({ changes: [], nfts: [] }, { ...called, success: false })).toBe(
      `${me} tried to call 0x1::market::act; it failed, and only gas was paid.`,
    )
  })

  test('lists several assets on a side, and counts more than three', () => {
    const pair = [change(sender, 'APT', '-500'), change(sender, 'USD', '-100')]
    expect(moved([...pair, change(sender, 'LP', '200')])).toBe(
      `${me} exchanged 5 APT and 1 USD for 2 LP with 0x1::market::act.`,
    )
    expect(moved([...pair, change(other, 'APT', '500'), change(third, 'USD', '100')])).toBe(
      `${me} sent 5 APT and 1 USD to 2 accounts with 0x1::market::act.`,
    )
    expect(moved([...pair, change(other, 'APT', '500')], [nft({ from: sender })])).toBe(
      `${me} gave 5 APT, 1 USD and Boat 1 with 0x1::market::act.`,
    )
    const many = ['A', 'B', 'C', 'D'].map((symbol) => change(sender, symbol, '1'))
    expect(moved(many)).toBe(`${me} received 4 assets with 0x1::market::act.`)
  })

  test('says what was moved between others than the sender', () => {
    const call = `${me} called 0x1::market::act, which`
    expect(moved([change(other, 'APT', '-500'), change(third, 'APT', '500')])).toBe(
      `${call} moved 5 APT from ${short(other)} to ${short(third)}.`,
    )
    expect(moved([], [nft({ to: other, isMint: true }), nft({ from: other, isBurn: true }, '2')])).toBe(
      `${call} minted Boat 1 for ${short(other)} and burned Boat 2.`,
    )
    expect(moved([], [nft({ from: other, to: third }), nft({ from: third, to: other }, '2')])).toBe(
      `${call} moved 2 tokens to 2 accounts.`,
    )
    expect(moved([], [nft({ to: sender, isMint: true }), nft({ isBurn: true }, '2')])).toBe(
      `${me} minted Boat 1 with 0x1::market::act, which burned Boat 2.`,
    )
  })

  test('says what was staked, withdrawn and unlocked, and in which pool', () => {
    const pool = long('9001')
    const event = (name: string, field: string) => ({
      type: `0x1::delegation_pool::${name}`,
      data: { pool_address: pool, delegator_address: sender, [field]: '250000000' },
    })
    const apt = (amount: string) => ({ ...change(sender, 'APT', amount), asset_id: long('a'), decimals: 8 })
    const staked = (changes: ReturnType<typeof apt>[], ...events: object[]) =>
      said({ changes, nfts: [] }, { ...called, events })
    expect(staked([apt('-250000000')], event('AddStakeEvent', 'amount_added'))).toBe(
      `${me} staked 2.5 APT in the pool ${short(pool)} with 0x1::market::act.`,
    )
    expect(staked([apt('250000000')], event('WithdrawStake', 'amount_withdrawn'))).toBe(
      `${me} withdrew 2.5 APT from the pool ${short(pool)} with 0x1::market::act.`,
    )
    expect(staked([], event('UnlockStake', 'amount_unlocked'))).toBe(
      `${me} unlocked 2.5 APT of its stake in the pool ${short(pool)} with 0x1::market::act.`,
    )
    const ofAnother = {
      ...event('UnlockStake', 'amount_unlocked'),
      data: { pool_address: pool, delegator_address: other },
    }
    expect(staked([], ofAnother)).toBe(`${me} called 0x1::market::act.`)
  })

  test('counts registered names, which only the name service reports', () => {
    const service = '0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c'
    const named = (domain_name: string, at = service) => ({
      type: `${at}::v2_1_domains::RegisterNameEvent`,
      data: { domain_name, subdomain_name: { vec: [] } },
    })
    const mints = [nft({ to: sender, isMint: true }), nft({ to: sender, isMint: true }, '2')]
    const changes = [change(sender, 'APT', '-200')]
    const registered = (events: object[]) => said({ changes, nfts: mints }, { ...called, events })
    expect(registered([named('alice'), named('bob')])).toBe(`${me} registered 2 names for 2 APT with 0x1::market::act.`)
    expect(registered([named('alice')])).toBe(`${me} registered alice.apt for 2 APT with 0x1::market::act.`)
    expect(registered([named('alice', long('bad'))])).toBe(`${me} minted 2 tokens for 2 APT with 0x1::market::act.`)
  })

  test('says for which coin an account was registered, if nothing was moved', () => {
    const hex = (word: string) => `0x${Buffer.from(word).toString('hex')}`
    const type_info = { account_address: '0x6', module_name: hex('opc'), struct_name: hex('OPC') }
    const events = [{ type: '0x1::account::CoinRegisterEvent', data: { type_info } }]
    expect(said({ changes: [], nfts: [] }, { ...called, events })).toBe(
      `${me} registered to hold opc::OPC with 0x1::market::act.`,
    )
    expect(said({ changes: [change(sender, 'APT', '1')], nfts: [] }, { ...called, events })).toMatch(/received/)
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

  test('of burned digital assets have the owner that the event shows', async () => {
    const token = long('dead')
    const burn = (data: object) => ({ type: '0x4::collection::Burn', data: { token, ...data } })
    expect(await nftMoves([burn({ previous_owner: sender })], [])).toMatchObject([
      { id: token.slice(2), from: sender, to: undefined, isBurn: true },
    ])
    expect(await sides([{ ...burn({}), type: '0x4::collection::BurnEvent' }])).toEqual([
      { from: undefined, to: undefined, isMint: false },
    ])
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
