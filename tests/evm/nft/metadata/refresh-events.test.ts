import { keccak256, toBytes as utf8 } from 'viem'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { refreshedTokens, refreshTopics } from '#lib/evm/nft/metadata/refresh-tokens.ts'
import { word, words } from '#tests/evm/chain/decode/token-logs.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'

const contract = walletOf(1)
const [update, batchUpdate, uri] = refreshTopics
const log = (topics: (string | undefined)[], data = '0x') => {
  const [topic0, topic1, topic2] = topics.map((topic) => (topic === undefined ? null : toBytes(topic)))
  return {
    ...{ address: toBytes(contract), topic0: topic0 ?? null, topic1: topic1 ?? null, topic2: topic2 ?? null },
    data: toBytes(data),
  }
}

test('the topics match the standards', () => {
  const signatures = ['MetadataUpdate(uint256)', 'BatchMetadataUpdate(uint256,uint256)', 'URI(string,uint256)']
  expect(refreshTopics).toEqual(signatures.map((signature) => keccak256(utf8(signature))))
})

test('events name the changed tokens, also when their ids are indexed', () => {
  expect(refreshedTokens(log([update], word(7)))).toEqual({ contract, first: 7n, last: 7n })
  expect(refreshedTokens(log([update, word(8)]))).toEqual({ contract, first: 8n, last: 8n })
  expect(refreshedTokens(log([batchUpdate], words(1, 2n ** 256n - 1n)))).toEqual({
    ...{ contract, first: 1n, last: 2n ** 256n - 1n },
  })
  expect(refreshedTokens(log([batchUpdate, word(3), word(4)]))).toEqual({ contract, first: 3n, last: 4n })
  expect(refreshedTokens(log([batchUpdate, word(3)], word(5)))).toEqual({ contract, first: 3n, last: 5n })
  expect(refreshedTokens(log([uri, word(9)], words(0x20, 0)))).toEqual({ contract, first: 9n, last: 9n })
})

test('malformed logs name no token', () => {
  for (const odd of [
    log([update]),
    log([update], '0x01'),
    log([batchUpdate], word(1)),
    log([batchUpdate], words(5, 4)),
    log([uri], words(0x20, 0)),
    log([word(1)], word(1)),
    log([undefined], word(1)),
  ])
    expect(refreshedTokens(odd)).toBeUndefined()
})
