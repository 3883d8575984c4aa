import { expect, test } from 'vitest'
import { tokenColumns } from '#lib/aptos/chain/decode/bytes.ts'
import { propertiesText } from '#lib/aptos/chain/decode/token-items.ts'
import { address, bytes, hexOf, length, text, u64 } from '#tests/demo-recorder/aptos/bcs.ts'
import { alice, carol, dataId, decode, factsOf, tokenId, userTransaction } from './versions.ts'

const handle = `0x${'7a'.repeat(32)}`
const propertyMap = (entries: [string, string, string][]) => ({
  map: { data: entries.map(([key, type, value]) => ({ key, value: { type, value } })) },
})
const token = { id: tokenId, amount: '18446744073709551615', token_properties: propertyMap([['level', 'u8', '0x09']]) }

const rawId = Buffer.concat([address(carol), text('Shells'), text('Shell #1'), u64(3)])
const rawToken = Buffer.concat([
  rawId,
  u64(2n ** 64n - 1n),
  length(1),
  ...[text('level'), bytes(Buffer.from([9])), text('u8')],
])
const write = (data: unknown, value: unknown = hexOf(rawToken)) => ({
  type: 'write_table_item',
  state_key_hash: handle,
  handle,
  key: hexOf(rawId),
  value,
  data,
})
const described = { key: tokenId, key_type: '0x3::token::TokenId', value: token, value_type: '0x3::token::Token' }

test('a token is decoded the same from a node that decodes its tables and from raw bytes', () => {
  const [known] = factsOf({ changes: [write(described)] }).items
  const [raw] = factsOf({ changes: [write(null)] }).items
  expect(raw?.edition).toBe(known?.edition)
  expect(known?.content).toEqual({
    ...tokenColumns(dataId, '3'),
    amount: '18446744073709551615',
    properties: '{"level":"9"}',
  })
  expect(raw?.content).toEqual(known?.content)
})

test('a deletion leaves the amount 0, whether keyed by value or by bytes', () => {
  const deletion = { type: 'delete_table_item', handle, key: hexOf(rawId) }
  for (const data of [{ key: tokenId, key_type: '0x3::token::TokenId' }, null]) {
    const [gone] = factsOf({ changes: [{ ...deletion, data }] }).items
    expect(gone?.content).toMatchObject({ property_version: '3', amount: '0', properties: null })
  }
})

test('items of other tables are skipped, with and without their types', () => {
  const coins = { key: alice, key_type: 'address', value: '1', value_type: 'u128' }
  const longer = hexOf(Buffer.concat([rawId, Buffer.from([0])]))
  const items = [
    write(coins),
    write({ ...described, value_type: '0xcafe::box::Token' }),
    { ...write(null), key: longer },
  ]
  expect(decode(userTransaction({ changes: [...items, { ...write(null), key: '0x06' }] })).facts).toBeUndefined()
})

test('bytes that are not a token are refused if they belong to a token store', () => {
  for (const value of [
    '0x',
    hexOf(rawToken.subarray(0, -1)),
    hexOf(Buffer.concat([rawToken, Buffer.from([1])])),
    null,
  ]) {
    const [item] = factsOf({ changes: [write(null, value)] }).items
    expect(item?.content).toEqual({ fault: expect.stringContaining('unexpected') })
  }
  const cut = write({ ...described, value: { id: tokenId } })
  expect(() => factsOf({ changes: [cut] })).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
})

test('properties become text by their types; unknown types stay hex', () => {
  const map = propertyMap([
    ['name', '0x1::string::String', '0x0568656c6c6f'],
    ['u8', 'u8', '0xff'],
    ['u64', 'u64', '0x0100000000000000'],
    ['u128', 'u128', `0x${'ff'.repeat(16)}`],
    ['yes', 'bool', '0x01'],
    ['no', 'bool', '0x00'],
    ['owner', 'address', carol],
    ['own', '0xcafe::m::T', '0x0102'],
    ['short', 'u64', '0x01'],
    ['broken', '0x1::string::String', '0x05ff'],
    ['__proto__', 'u8', '0x01'],
  ])
  expect(propertiesText(map)).toBe(
    `{"name":"hello","u8":"255","u64":"1","u128":"${2n ** 128n - 1n}","yes":"true","no":"false","owner":"${carol}",` +
      '"own":"0x0102","short":"0x01","broken":"0x05ff","__proto__":"1"}',
  )
  expect(propertiesText({ other: 1 })).toBe('{"other":1}')
})
