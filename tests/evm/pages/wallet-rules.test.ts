import { describe, expect, test } from 'vitest'
import { openApprovals } from '#components/evm/approvals/allowance-list.tsx'
import { erc20ApprovalLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { abiValue, signatureTypes } from '#lib/evm/api/format/abi-value.ts'
import type { Erc20Event } from '#lib/evm/api/records/erc20.ts'
import { person } from './transaction-log.ts'

const wallet = person(1)

const approval = (
  block: number,
  spender: number,
  value: bigint | number,
  fields: Partial<Erc20Event> = {},
): Erc20Event => ({
  token_name: 'Harbor Coin',
  token_symbol: 'HBR',
  token_logo: null,
  token_decimals: '18',
  from_wallet: wallet,
  from_wallet_label: null,
  to_wallet: person(spender),
  to_wallet_label: null,
  contract_address: person(10),
  block_hash: `0x${'22'.repeat(32)}`,
  block_number: String(block),
  block_timestamp: '2026-09-15T12:36:04.000Z',
  transaction_hash: `0x${'11'.repeat(32)}`,
  transaction_index: '0',
  log_index: '0',
  value: String(value),
  possible_spam: false,
  verified_collection: false,
  value_decimal: null,
  ...fields,
})
const shown = (events: Erc20Event[]) =>
  openApprovals(events.map(erc20ApprovalLine), wallet).map(({ to, amount, isUnlimited }) => [
    Number(to.address),
    amount,
    isUnlimited,
  ])

describe('current allowances', () => {
  test('are the latest value per token and spender, whatever the order of events', () => {
    const events = [approval(5, 2, 7), approval(9, 2, 3), approval(7, 3, 4)]
    expect(shown(events)).toEqual([
      [2, '3', false],
      [3, '4', false],
    ])
    expect(shown(events.toReversed())).toEqual(shown(events))
  })
  test('exclude revoked ones', () => {
    expect(shown([approval(5, 2, 7), approval(6, 2, 0)])).toEqual([])
  })
  test('use the log index within a block', () => {
    expect(shown([approval(5, 2, 7, { log_index: '10' }), approval(5, 2, 0, { log_index: '9' })])).toEqual([
      [2, '7', false],
    ])
  })
  test('list unlimited ones first, even if a token stores allowances in fewer bits', () => {
    const all = 2n ** 256n - 1n
    const narrow = 2n ** 96n - 1n
    expect(shown([approval(9, 2, 7), approval(5, 3, all), approval(4, 4, narrow)])).toEqual([
      [3, String(all), true],
      [4, String(narrow), true],
      [2, '7', false],
    ])
  })
  test('include this wallet only as the owner, not as the spender', () => {
    expect(shown([approval(5, 1, 7, { from_wallet: person(6) })])).toEqual([])
  })
})

describe('decoded values', () => {
  test('take tuple types from the signature', () => {
    expect(signatureTypes('f(uint256,(address,(bool,int8)[])[2],bytes)')).toEqual([
      'uint256',
      '(address,(bool,int8)[])[2]',
      'bytes',
    ])
    expect(signatureTypes('f()')).toEqual([])
  })
  test('are split into items, each with its type', () => {
    const { items } = abiValue('(address,uint256[])[]', '[["0xAb",["1","2"]]]')
    expect(items?.[0]?.items?.[0]).toEqual({ name: '', type: 'address', text: '0xAb', items: undefined })
    expect(items?.[0]?.items?.[1]?.items?.map(({ type, text }) => [type, text])).toEqual([
      ['uint256', '1'],
      ['uint256', '2'],
    ])
  })
  test('have the names of a declaration', () => {
    const { name, type, items } = abiValue('(address to,uint256 amount)[] legs', '[["0xAb","1"]]')
    expect({ name, type }).toEqual({ name: 'legs', type: '(address to,uint256 amount)[]' })
    expect(items?.[0]?.items?.map(({ name, type, text }) => [name, type, text])).toEqual([
      ['to', 'address', '0xAb'],
      ['amount', 'uint256', '1'],
    ])
  })

  test('that do not match their type are shown unchanged', () => {
    for (const [type, text] of [
      ['uint256[]', 'none'],
      ['(bool,bool)', '["1"]'],
      ['uint8[2]', '["1"]'],
      ['bytes', '0x'],
    ] as const)
      expect(abiValue(type, text)).toEqual({ name: '', type, text, items: undefined })
  })
})
