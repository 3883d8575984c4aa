import { byteCount, type Hex } from '#lib/base/hex.ts'
import type { DecodableLog } from './token-rows.ts'
import { addressAt, uintAt, wordCount } from './word.ts'

export type Erc1155Transfer = {
  operator: Uint8Array
  from: Uint8Array
  to: Uint8Array
  items: { tokenId: bigint; amount: bigint }[]
}

/** TransferSingle of ERC-1155; undefined if the log does not fit. */
export const readTransferSingle = (log: DecodableLog): Erc1155Transfer | undefined => {
  if (wordCount(log.data) < 2) return undefined
  return withAddresses(log, [{ tokenId: uintAt(log.data, 0), amount: uintAt(log.data, 32) }])
}

/**
 * TransferBatch of ERC-1155; undefined if the log does not fit. An id without an amount, or the reverse, moved nothing:
 * if the arrays differ in length, the shorter one counts.
 */
export const readTransferBatch = (log: DecodableLog): Erc1155Transfer | undefined => {
  if (wordCount(log.data) < 2) return undefined
  const tokenIds = arrayAt(log.data, 0)
  const amounts = arrayAt(log.data, 32)
  if (!tokenIds || !amounts) return undefined
  const items = Array.from({ length: Math.min(tokenIds.length, amounts.length) }, (_, place) => ({
    tokenId: uintAt(log.data, tokenIds.byte + 32 * place),
    amount: uintAt(log.data, amounts.byte + 32 * place),
  }))
  return withAddresses(log, items)
}

const withAddresses = ({ topics }: DecodableLog, items: Erc1155Transfer['items']): Erc1155Transfer | undefined => {
  const [, first, second, third] = topics
  if (first === undefined || second === undefined || third === undefined) return undefined
  const operator = addressAt(first)
  const from = addressAt(second)
  const to = addressAt(third)
  return operator && from && to && { operator, from, to, items }
}

/**
 * The uint256[] whose offset is at a byte: the position of its first element, and its length. Offset and length are
 * untrusted: an array that would not end within the data is ignored.
 */
const arrayAt = (data: Hex, byte: number): { byte: number; length: number } | undefined => {
  const bytes = byteCount(data)
  const offset = uintAt(data, byte)
  if (offset + 32n > bytes) return undefined
  const start = Number(offset) + 32
  const length = uintAt(data, start - 32)
  if (length * 32n > bytes - start) return undefined
  return { byte: start, length: Number(length) }
}
