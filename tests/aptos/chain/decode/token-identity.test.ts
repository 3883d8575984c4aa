import { expect, test } from 'vitest'
import { collectionDataIdHash, cutToBytes, tokenColumns, tokenDataIdHash } from '#lib/aptos/chain/decode/bytes.ts'
import { toHex } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'

const creator = '0x092d2f7ad00630e4dfffcca01bee12c84edf004720347fb1fd57016d2cc8d3f8'

test('hashes known collections and tokens to their ids, with the creator in short or long form', () => {
  for (const written of [creator, creator.replace('0x0', '0x')]) {
    expect(toHex(collectionDataIdHash(written, 'Galxe OAT'))).toBe(
      '0x2ae74f6f02bb77746263f3f32b17a4ea3196b467029c588b323d136af0c45cd4',
    )
    const idOf = (name: string) => toHex(tokenDataIdHash({ creator: written, collection: 'Galxe OAT', name }))
    expect(idOf('Aptos CIS x Joule Finance')).toBe('0xc00d409177c3265544651b938d857a7675afe57fb4d276a37bcc18ecbecd0dac')
    expect(idOf('Gran Saga: Unlimited Title Announcement OAT')).toBe(
      '0xfbfd7848ba09f6ef63498de614844339efc9264cc41b0e50f2e3ca1dca3b0802',
    )
  }
})

test('truncates names to whole characters within 128 bytes, while ids hash the full names', () => {
  const long = 'é'.repeat(100)
  const cut = tokenColumns({ creator, collection: long, name: `${'a'.repeat(127)}é` }, '0')
  expect(cut.collection_name).toBe('é'.repeat(64))
  expect(cut.name).toBe('a'.repeat(127))
  expect(cut.collection_data_id_hash).toEqual(collectionDataIdHash(creator, long))
  expect(cutToBytes('𝒳'.repeat(40), 128)).toBe('𝒳'.repeat(32))
  expect(cutToBytes('short', 128)).toBe('short')
})

test('pads and lowercases addresses', () => {
  expect(longAddress('0xA')).toBe(`0x${'a'.padStart(64, '0')}`)
})
