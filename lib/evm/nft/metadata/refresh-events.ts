import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'

/** First topics of the events with which a contract reports changed documents: keccak256 of the signature in the comment. */
const topics = {
  /** MetadataUpdate(uint256): ERC-4906. */
  update: '0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7',
  /** BatchMetadataUpdate(uint256,uint256): ERC-4906. */
  batchUpdate: '0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c',
  /** URI(string,uint256): ERC-1155, the id indexed. */
  uri: '0x6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b',
} as const satisfies Record<string, Hex>

/** Topics to look for in the logs of a block. */
export const refreshTopics: readonly Hex[] = Object.values(topics)

/** Tokens first..last of a contract, both included. */
export type RefreshedTokens = { contract: Hex; first: bigint; last: bigint }

type RefreshLog = Pick<LogRow, 'address' | 'topic0' | 'topic1' | 'topic2' | 'data'>

/** The tokens that a log refers to; undefined if it is not one of these events, or its bytes do not fit. */
export const refreshedTokens = (log: RefreshLog): RefreshedTokens | undefined => {
  const contract = toHex(log.address)
  const topic0 = log.topic0 && toHex(log.topic0)
  const id = (value: bigint | undefined) => (value === undefined ? undefined : { contract, first: value, last: value })
  if (topic0 === topics.uri) return id(numberOf(log.topic1))
  // The standard indexes neither number; some contracts do.
  if (topic0 === topics.update) return id(numberOf(log.topic1) ?? wordAt(log.data, 0))
  if (topic0 !== topics.batchUpdate) return undefined
  const [first, last] = log.topic1
    ? [numberOf(log.topic1), numberOf(log.topic2) ?? wordAt(log.data, 0)]
    : [wordAt(log.data, 0), wordAt(log.data, 1)]
  return first === undefined || last === undefined || last < first ? undefined : { contract, first, last }
}

const wordAt = (data: Uint8Array, index: number): bigint | undefined => {
  const word = data.subarray(index * 32, index * 32 + 32)
  return word.length === 32 ? BigInt(toHex(word)) : undefined
}

const numberOf = (topic: Uint8Array | null): bigint | undefined => (topic ? BigInt(toHex(topic)) : undefined)
